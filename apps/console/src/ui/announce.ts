const regions = new Map<string, HTMLElement>()

function region(urgency: 'polite' | 'assertive'): HTMLElement {
  const known = regions.get(urgency)
  if (known?.isConnected) return known
  const element = document.createElement('div')
  element.className = 'visually-hidden'
  element.setAttribute('aria-live', urgency)
  element.setAttribute('aria-atomic', 'true')
  // React Aria hides everything outside an open dialog, except what carries this attribute.
  element.dataset.liveAnnouncer = 'true'
  document.body.append(element)
  regions.set(urgency, element)
  return element
}

/**
 * Says a short sentence to screen readers, for what is otherwise only seen (a tick after copying, progress).
 * `assertive` interrupts and is for failures only.
 */
export function announce(message: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const element = region(urgency)
  // Emptied first: the same sentence twice would be heard once.
  element.textContent = ''
  setTimeout(() => {
    element.textContent = message
  }, 50)
}
