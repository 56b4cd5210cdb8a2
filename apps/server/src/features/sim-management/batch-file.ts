import { longestBatchText, mostBatchRows, normaliseIccid } from '@support-console/contract'
import { Problem } from '../../platform/http/problem.ts'

/** What stands in a batch file. */
export interface BatchFile {
  /** Each distinct entry once, in the file's order; not all of them need be ICCIDs. */
  entries: string[]
  /** How many entries were left out because they stood in the file before. */
  duplicates: number
}

/** Longer ones are shortened in the answer: what is no ICCID can be of any length. */
const longestEntry = 40

/**
 * Reads a batch file (D23, R30): entries between new lines, commas, semicolons or white space, quotes and a byte order
 * mark tolerated, a first line without any digit taken for a header.
 * @throws Problem Invalid for a file that is refused whole: too large, no text, empty, more than 100 entries
 */
export function readBatchFile(content: string): BatchFile {
  const text = content.replace(/^\uFEFF/, '')
  if (text.length > longestBatchText)
    throw refused(`The file is too large for a list of at most ${mostBatchRows} SIMs.`)
  if (!isText(text)) throw refused('The file is no text file. Save the ICCIDs as plain text or CSV.')
  const found = withoutHeader(text)
    .split(/[\s,;]+/)
    .map((entry) => shortened(normaliseIccid(entry.replace(/^["']+|["']+$/g, ''))))
    .filter((entry) => entry !== '')
  const entries = [...new Set(found)]
  if (entries.length === 0) throw refused('The file holds no ICCID.')
  if (entries.length > mostBatchRows) {
    throw refused(
      `The file holds ${entries.length.toLocaleString('en-US')} SIMs; at most ${mostBatchRows} are taken at once. Split it into several files.`,
    )
  }
  return {
    entries,
    duplicates: found.length - entries.length,
  }
}

const shortened = (entry: string): string =>
  entry.length > longestEntry ? `${entry.slice(0, longestEntry)}…` : entry

const refused = (sentence: string) => new Problem('Invalid', `${sentence} Nothing was taken from it.`)

/** U+FFFD stands where bytes were no UTF-8; other control characters than white space are in no list. */
const isText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text) && !text.startsWith('%PDF-')

function withoutHeader(text: string): string {
  const lines = text.trimStart()
  const end = lines.search(/[\r\n]/)
  const first = end < 0 ? lines : lines.slice(0, end)
  return /\d/.test(first) ? lines : lines.slice(first.length)
}
