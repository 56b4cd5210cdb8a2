import { showToast } from '../../ui/toast-store.ts'
import { text } from './texts.ts'

/** The lines of a ticket as Markdown: what they say stays text, whatever it holds; an indented line belongs to the one above it. */
export const markdownOf = (lines: readonly string[]): string[] =>
  lines.map((line, place) => {
    const said = line.trim()
    const written = /^https?:\/\/\S+$/.test(said) ? `<${said}>` : asWritten(said)
    if (place === 0) return `**${written}**\n`
    return `${line.startsWith(' ') ? '  ' : ''}- ${written}`
  })

/** What would be a mark of Markdown or HTML is a letter; so is what would begin a list or a heading. */
const asWritten = (said: string): string =>
  said.replace(/[\\`*_[\]<>#|~!&]/g, '\\$&').replace(/^(\d+)([.)])|^([+-])/, '$1\\$2$3')

/** Onto the clipboard, and says so. */
export async function copyLines(lines: readonly string[], done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(lines.join('\n'))
    showToast(done)
  } catch {
    showToast(text('CopyRefused'), 'error')
  }
}
