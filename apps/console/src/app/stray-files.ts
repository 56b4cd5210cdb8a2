/** What was dropped or pasted beside every field and zone. */
export interface Stray {
  readonly file?: File | undefined
  /** How many more files came with it. */
  readonly others: number
  readonly text: string
}

const strayOf = (data: DataTransfer): Stray => ({
  file: data.files[0],
  others: Math.max(0, data.files.length - 1),
  text: data.getData('text/plain'),
})

let receive: ((stray: Stray) => void) | undefined

/** What hears of it from now on; undefined: nothing any more. */
export function provideReceiver(receiver: typeof receive): void {
  receive = receiver
}

const fields = 'input, textarea, select, [contenteditable]'
const isField = ({ target }: Event): boolean => target instanceof Element && target.closest(fields) !== null
const inQuestion = () => document.querySelector('dialog[open]') !== null

/**
 * What is dropped or pasted on no field and no zone is looked up, whatever page it is. The browser never shows a dropped file in
 * place of the page (D48); text stays the field's that it comes into.
 */
export function takeStrays(): void {
  const drag = (event: DragEvent) => {
    const { dataTransfer } = event
    if (event.defaultPrevented || !dataTransfer) return
    const hasFiles = dataTransfer.types.includes('Files')
    if (!hasFiles && (isField(event) || !dataTransfer.types.includes('text/plain'))) return
    const isTaken = receive !== undefined && !inQuestion()
    if (!hasFiles && !isTaken) return
    event.preventDefault()
    dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
    if (event.type === 'drop' && isTaken) receive?.(strayOf(dataTransfer))
  }
  addEventListener('dragover', drag)
  addEventListener('drop', drag)
  addEventListener('paste', (event) => {
    if (event.defaultPrevented || isField(event) || inQuestion()) return
    const { clipboardData } = event
    if (clipboardData) receive?.(strayOf(clipboardData))
  })
}
