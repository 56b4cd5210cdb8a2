export type Placement = 'top' | 'bottom' | 'bottom-start' | 'bottom-end' | 'start' | 'end'

const edge = 8

/**
 * Puts a floating element (position: fixed) beside its anchor: at the asked side, at the opposite one when there
 * is no room, and never outside the window. Sets left and top through the style object, which the policy
 * style-src 'self' allows.
 */
export function placeBeside(anchor: DOMRect, element: HTMLElement, placement: Placement, gap: number): void {
  const { offsetWidth: width, offsetHeight: height } = element
  const { clientWidth, clientHeight } = document.documentElement
  const isBeside = placement === 'start' || placement === 'end'
  let left: number
  let top: number
  if (isBeside) {
    const before = anchor.left - gap - width
    const after = anchor.right + gap
    const fitsAfter = after + width <= clientWidth - edge
    left = placement === 'end' ? (fitsAfter ? after : before) : before >= edge ? before : after
    top = anchor.top + (anchor.height - height) / 2
  } else {
    const above = anchor.top - gap - height
    const below = anchor.bottom + gap
    const fitsBelow = below + height <= clientHeight - edge
    top = placement === 'top' ? (above >= edge ? above : below) : fitsBelow || above < edge ? below : above
    left =
      placement === 'bottom-start'
        ? anchor.left
        : placement === 'bottom-end'
          ? anchor.right - width
          : anchor.left + (anchor.width - width) / 2
  }
  element.style.left = `${Math.round(Math.max(edge, Math.min(left, clientWidth - width - edge)))}px`
  element.style.top = `${Math.round(Math.max(edge, Math.min(top, clientHeight - height - edge)))}px`
}
