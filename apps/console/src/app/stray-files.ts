/** A file that is dropped beside its zone does nothing: the browser would show it in place of the page (D48). */
export function refuseStrayFiles(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
