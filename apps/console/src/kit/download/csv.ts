import { neutraliseCell } from '@support-console/contract/csv-cell'

/** Lines of cells as a file that spreadsheets open right (D22): UTF-8 with BOM, CRLF, cells neutralised. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')}`

/** Quoted as in RFC 4180 where it must be. */
function cellOf(value: string): string {
  const cell = neutraliseCell(value)
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
