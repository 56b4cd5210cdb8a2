/**
 * Puts a text in the place of an input's and the caret behind its first `caret` letters, as if someone had typed it:
 * Ctrl+Z takes it back. Anyone who listens to the input hears of it.
 * @returns false where the browser does not do this; nothing has changed then
 */
export function typeOver(input: HTMLInputElement, text: string, caret: number): boolean {
  if (text !== input.value) {
    input.select()
    // No other call leaves the browser's own undo as it is.
    if (!document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return false
  }
  input.setSelectionRange(caret, caret)
  return true
}
