import type { longestBatchText, mostBatchRows } from '@support-console/contract'
import { culture } from '../../../texts/languages.ts'
import { text } from '../texts.ts'

// The contract's, checked by the compiler: the browser carries no schema.
const mostRows: typeof mostBatchRows = 100
const longestText: typeof longestBatchText = 200_000

/** What a text never holds: other control characters than those of lines, and what was no UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /^%PDF-|[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/

/**
 * Why a batch file is refused whole before it is sent (D23), in a sentence; undefined when the server may look at it,
 * which has the last word.
 */
export function refusalOf(sizeInBytes: number, content: string): string | undefined {
  if (binary.test(content.slice(0, longestText))) return text('FileBinary')
  if (sizeInBytes > longestText) return text('FileTooBig', { size: saySize(sizeInBytes) })
  const words = content.split(/[\s,;"'\ufeff]+/).filter((word) => word !== '')
  if (words.length === 0) return text('FileEmpty')
  const count = new Set(words.filter((word) => /^\d{18,22}$/.test(word))).size
  return count > mostRows
    ? text('FileTooMany', { count: count.toLocaleString(culture), most: mostRows })
    : undefined
}

const saySize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
