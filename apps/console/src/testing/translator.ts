/**
 * Wraps every text in <font>, and each that comes, as Chrome's translator does; the words stay. It needs nothing
 * around it, so that the browser tests can bring it into a page.
 */
export function playTranslator(isInSteps = false): () => void {
  const wrap = (text: Text) => {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || parent.closest('font, script, style, textarea, title')) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    if (isInSteps) {
      text.before(outer)
      text.remove()
    } else text.replaceWith(outer)
    inner.append(text.data)
  }
  const wrapIn = (node: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    if (node instanceof Text) texts.push(node)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(wrap)
  }
  wrapIn(document)
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(wrapIn)
  })
  observer.observe(document, { childList: true, subtree: true })
  return () => observer.disconnect()
}
