import { showToast } from '../../ui/toast-store.ts'
import { text } from './texts.ts'

/** Onto the clipboard, and says so. */
export async function copyLines(lines: readonly string[], done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(lines.join('\n'))
    showToast(done)
  } catch {
    showToast(text('CopyRefused'), 'error')
  }
}
