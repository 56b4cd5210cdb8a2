/** A file that is ready to be saved. */
export interface MadeFile {
  content: Blob
  fileName: string
}

/** Hands a file to the browser to save. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
