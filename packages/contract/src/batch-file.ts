/**
 * Lists of SIM IDs as people have them (D23, D35): the one reader of console and server. Imports no schemas, so that
 * the console can carry it.
 */
import { longestBatchText, mostBatchRows } from './batch-file.words.ts'
import { type BatchList, isSim, isSpacedSim, type RefusedList, refused } from './batch-list.ts'
import { tableIn, textLines } from './batch-table.ts'
import { freeList } from './free-list.ts'
import { inAscii, wordsIn } from './pasted.ts'

/**
 * Reads a list: text, CSV or TSV with any columns (D35); without columns, entries between new lines, commas,
 * semicolons or white space, a first line without any digit taken for a header (D23); of any other text the SIM IDs that it
 * names. A BOM and quotes are tolerated.
 */
export function readBatchFile(content: string): BatchList | RefusedList {
  const text = content.replace(/^\uFEFF/, '')
  if (text.length > longestBatchText)
    return refused(`The list is too big: ${size(text.length)}. A hundred SIM IDs need less than 4 kB.`)
  if (!isText(text)) return refused('This is not a text file. Save the list as text, CSV or .xlsx.')
  const read = textLines(text.replace(decimalComma, '$1.$2'))
  const free = withoutHeader(inAscii(read.lines))
  // A list without columns (D23), or any other text.
  const list = tableIn(read, wordsIn(free, isSpacedSim).every(isSim)) ?? freeList(free)
  if ('refusal' in list) return list
  if (list.entries.length === 0) return refused('The list contains no SIM ID.')
  if (list.entries.length > mostBatchRows)
    return refused(
      `The list holds ${thousands(list.entries.length)} SIMs; at most ${mostBatchRows} are taken at once. Split it.`,
    )
  return list
}

/** Such a number as countries write it whose decimals follow a comma: that one separates no cells. */
const decimalComma = /(?<![\d.])(\d),(\d+e\+?(?:1[5-9]|2\d))(?!\d)/gi

const size = (length: number): string =>
  length < 1_000_000 ? `${Math.ceil(length / 1000)} kB` : `${(length / 1_000_000).toFixed(1)} MB`

const thousands = (count: number): string => count.toLocaleString('en-US')

/** U+FFFD stands where bytes were no UTF-8; other control characters than white space are in no list. */
const isText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  !/[\u0000-\u0008\u000e-\u001f\ufffd\p{Cs}]/u.test(text) && !text.startsWith('%PDF-')

function withoutHeader(text: string): string {
  const lines = text.trimStart()
  const first = lines.split('\n', 1)[0] ?? ''
  return /\d/.test(first) ? lines : lines.slice(first.length)
}
