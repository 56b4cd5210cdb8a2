import { culture } from '../../texts/languages.ts'
import { text } from './texts.ts'

/** Beside the count of rows: '2 with errors', and what else there is to say. */
export function logNote(errors: number, more: string | false): string | undefined {
  const said = [
    errors === 1 && text('OneError'),
    errors > 1 && text('Errors', { count: errors.toLocaleString(culture) }),
    more,
  ].filter((part) => part !== false)
  return said.length > 0 ? said.join(' · ') : undefined
}
