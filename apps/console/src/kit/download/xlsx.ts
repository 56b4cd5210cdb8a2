import writeExcelFile, { type SheetData } from 'write-excel-file/universal'
import type { Sheet, SheetColumn } from './sheet-rows.ts'

/** What a cell holds at most, in characters, by the spreadsheets' own limit. */
const longestCell = 32_767
/** Rows of a sheet by the same, its headings included. */
const mostRows = 1_048_576
/** What a browser can still put together; beyond it CSV is the better file. */
const mostCells = 1_500_000

const widest = 60
const narrowest = 8

/** A sheet has more rows than an .xlsx file can hold, or than a browser can make of it. */
export class SheetTooLarge extends Error {
  override name = 'SheetTooLarge'
}

/**
 * Rows as an .xlsx file (D35): identifiers as text, times as times, which are those of the zone that the heading names.
 * @throws SheetTooLarge
 */
export function xlsxOf({ columns, rows }: Sheet): Promise<Blob> {
  if (rows.length >= mostRows || rows.length * columns.length > mostCells) throw new SheetTooLarge()
  const data: SheetData = [
    columns.map(({ heading }) => ({ value: plain(heading), fontWeight: 'bold' })),
    ...rows.map((row) => columns.map((column, at) => cellOf(column, row[at] ?? ''))),
  ]
  const widths = columns.map(({ heading }, at) => {
    const longest = rows
      .slice(0, 1000)
      .reduce((most, row) => Math.max(most, row[at]?.length ?? 0), heading.length)
    return { width: Math.min(widest, Math.max(narrowest, longest + 2)) }
  })
  return writeExcelFile(data, { columns: widths, stickyRowsCount: 1, sheet: 'Sheet1' }).toBlob()
}

function cellOf({ kind }: SheetColumn, text: string) {
  if (text === '') return null
  if (kind === 'number' && Number.isFinite(Number(text))) return { value: Number(text), type: Number }
  if (kind === 'time') {
    // The wall clock's time, whatever the zone: an .xlsx file knows none.
    const time = new Date(`${text.replace(' ', 'T')}Z`)
    if (!Number.isNaN(time.getTime())) return { value: time, type: Date, format: 'yyyy-mm-dd hh:mm:ss' }
  }
  return { value: plain(text), type: String }
}

/** No longer than a cell may be; what XML cannot hold is left out by the writer. */
const plain = (text: string): string =>
  text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text
