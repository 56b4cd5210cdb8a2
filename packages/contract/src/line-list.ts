/** Lists that are looked up line by line, and lists of panels. Imports no schemas, so that the console can carry it. */
import { isSim, isSpacedSim } from './batch-list.ts'
import { cellsIn } from './batch-table.ts'
import { restoreCell } from './csv-cell.ts'
import { identifierForms } from './identifiers.ts'
import { bareValue, inAscii } from './pasted.ts'
import { fewestDigits } from './search.words.ts'

/**
 * What a list has to look up, a line each. Of columns that is the one of the SIM IDs, read as a batch's list is (D35),
 * or what looks most like an identifier in each line; a heading is none.
 */
export function linesIn(given: string): string {
  const table = cellsIn(given)
  if (!table) return piecesIn(given)
  const { at } = table
  const rows = table.rows.map((cells) => cells.map((cell) => oneLine(restoreCell(cell))))
  if (rows.every((cells) => cells.every((cell) => cell === '' || isNumbered(cell))))
    return joined(rows.flat())
  return joined(rows.map((cells) => (at === undefined ? '' : (cells[at] ?? '')) || likeliest(cells)))
}

/** Several identifiers on one line are a line each, whatever script's comma parts them; others stay as they are. */
const piecesIn = (given: string): string =>
  given.replace(/[^\r\n]+/g, (written) => {
    const line = /^"(?:[^"]|"")*"$/.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written
    const pieces = inAscii(line)
      .split(/[,;|\t]/)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '')
    return pieces.length > 1 && pieces.every((piece) => isNumbered(bareValue(piece))) ? joined(pieces) : line
  })

const joined = (lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n')

const oneLine = (cell: string): string => cell.replace(/\s+/g, ' ').trim()

/** In one word, with the digits that are looked for at least; or a SIM ID with gaps. */
const isNumbered = (cell: string): boolean =>
  (!/\s/.test(cell) && digitsOf(cell) >= fewestDigits) || isSpacedSim(cell)
/** As panels are named: CBS0000001, RP-000004. */
const isCode = (cell: string): boolean => /^[a-z]{2,}[-_]?\d{4,}$/i.test(cell)
const digitsOf = (cell: string): number => cell.replace(/\P{Nd}/gu, '').length

const likeliest = (cells: readonly string[]): string =>
  cells.find(isSim) ??
  cells.find(isCode) ??
  cells.reduce((best, cell) => (digitsOf(cell) > digitsOf(best) ? cell : best || cell), '')

const panel = /\bCBS[\s-]?\d{7}\b/gi

/** The cloud IDs in a text, each once, in its order. */
export function cloudIdsIn(text: string): string[] {
  const words = inAscii(text).match(panel) ?? []
  return [...new Set(words.flatMap((word) => identifierForms.cloudId(word.replaceAll('-', '')) ?? []))]
}
