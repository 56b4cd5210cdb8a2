import { showToast } from '../../ui/toast-store.ts'
import { text } from './texts.ts'

/** A file that is ready to be saved, or text that is ready to be copied. */
export interface MadeFile {
  content: Blob
  fileName: string
  /** So many rows go onto the clipboard; no file is saved. */
  copiedRows?: number
}

/** Hands a file to the browser to save, or its text to the clipboard. Rejects where the browser refuses that. */
export async function saveFile({ content, fileName, copiedRows }: MadeFile): Promise<void> {
  if (copiedRows !== undefined) {
    const copied = await content.text()
    await navigator.clipboard.writeText(copied).catch(() => {
      throw Object.assign(new Error(text('CopyRefused')), { name: 'CopyRefused' })
    })
    showToast(text('Copied', { count: copiedRows }))
    return
  }
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
