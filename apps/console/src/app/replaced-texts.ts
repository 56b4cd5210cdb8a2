interface Replaced {
  /** React's text. */
  readonly text: Text
  /** What it said when the translator took it. */
  readonly words: string
  /** The translator's element. */
  readonly standIn: Element
}

/**
 * A page translator replaces texts with <font> elements, and React keeps updating the detached originals (D48).
 * From now on such a text stands empty before its <font>, where React finds it; its next words take the place of both.
 */
export function followReplacedTexts(): () => void {
  const replacements = new WeakMap<Node, Replaced>()

  /** A text that has just been taken has a new <font> beside or in the place of it. */
  const noticed = ({ addedNodes, previousSibling, nextSibling }: MutationRecord, text: Node) => {
    if (!(text instanceof Text) || text.parentNode) return
    const standIn = [...addedNodes, previousSibling, nextSibling].find(
      (near) =>
        near instanceof HTMLElement &&
        near.localName === 'font' &&
        near.parentNode &&
        !replacements.has(near),
    )
    if (!(standIn instanceof HTMLElement)) return
    const replaced = { text, words: text.data, standIn }
    replacements.set(text, replaced).set(standIn, replaced)
    standIn.before(text)
    text.data = ''
    return replaced
  }

  /** React wrote if its text is no longer empty, or was emptied once more. */
  const settle = ({ text, words, standIn }: Replaced, isWritten: boolean) => {
    if (!isWritten && text.parentNode && text.parentNode === standIn.parentNode) {
      if (text.nextSibling !== standIn) text.after(standIn)
      return
    }
    replacements.delete(text)
    replacements.delete(standIn)
    if (!text.parentNode) standIn.remove()
    else if (isWritten) standIn.replaceWith(text)
    else text.data = words
  }

  const observer = new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.type === 'characterData' ? [change.target] : change.removedNodes) {
        const replaced = replacements.get(node) ?? noticed(change, node)
        if (replaced) settle(replaced, replaced.text.data !== '' || change.oldValue === '')
      }
  })
  observer.observe(document, { childList: true, characterDataOldValue: true, subtree: true })
  return () => observer.disconnect()
}
