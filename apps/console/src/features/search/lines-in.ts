import { isSim, isSpacedSim } from '@support-console/contract/batch-list'
import { cellsIn } from '@support-console/contract/batch-table'
import { restoreCell } from '@support-console/contract/csv-cell'
import { bareValue, inAscii } from '@support-console/contract/pasted'
import { fewestDigits } from '@support-console/contract/search.words'

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
  given.replace(/[^\r\n]+/g, (line) => {
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
