import { neutraliseCell, restoreCell } from '@support-console/contract/csv-cell'
import { createParser } from '@support-console/contract/csv-records'
import { sayMinute } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import type { MadeFile } from './made-file.ts'
import type { Sheet } from './sheet-rows.ts'
import { text as say } from './texts.ts'

/** Two kinds of files, and text for the clipboard. */
export const formats = ['csv', 'xlsx', 'txt'] as const
export type Format = (typeof formats)[number]

/** CSV for who wants it plain; the writer of .xlsx is loaded when it is needed. */
export async function fileOfSheet(sheet: Sheet, format: Format): Promise<MadeFile> {
  const fileName = `${sheet.name}.${format}`
  if (format === 'xlsx') {
    const { xlsxOf } = await import('./xlsx.ts')
    return { content: await xlsxOf(withZonesInHeadings(sheet)), fileName }
  }
  if (format === 'txt') return copyOfSheet(sheet)
  const text = csvText([sheet.columns.map(({ heading }) => heading), ...sheet.rows])
  return { content: new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName }
}

/** More is not put onto the clipboard. */
export const mostCopiedRows = 5000

/** Cells between tabs, as spreadsheets and tickets take them, then when they were copied: the rows go on without them. */
function copyOfSheet({ name, columns, rows }: Sheet): MadeFile {
  if (rows.length > mostCopiedRows)
    throw Object.assign(new Error(`${rows.length} rows`), { name: 'TooManyToCopy' })
  const lines = [columns.map(({ heading }) => heading), ...rows].map((cells) =>
    cells.map((cell) => neutraliseCell(cell.replace(/[\t\r\n]+/g, ' '))).join('\t'),
  )
  const text = [...lines, '', say('CopiedAt', { time: sayMinute(serverNow()) })].join('\n')
  return {
    content: new Blob([text], { type: 'text/plain' }),
    fileName: `${name}.txt`,
    copiedRows: rows.length,
  }
}

/** A spreadsheet's times have no offset: it stands in the heading, with each that the cells have. */
function withZonesInHeadings({ columns, rows, ...rest }: Sheet): Sheet {
  const isLocal = columns.map(({ kind }) => kind === 'localTime')
  const timeIn = (cell: string) => cell.slice(0, 19)
  const zonesOf = (at: number) =>
    rows
      .map((row) => row[at] ?? '')
      .flatMap((cell) => (cell === '' ? [] : `UTC${cell.slice(20).replace('-', '−')}`))
  return {
    ...rest,
    columns: columns.map((column, at) =>
      isLocal[at] ? { heading: timeHeading(column.heading, zonesOf(at)), kind: 'time' } : column,
    ),
    rows: isLocal.includes(true)
      ? rows.map((row) => row.map((cell, at) => (isLocal[at] ? timeIn(cell) : cell)))
      : rows,
  }
}

/** A CSV file of the server's as a sheet. @param numbers the headings of the columns that hold numbers */
export async function sheetOfCsv(
  { content, fileName }: MadeFile,
  numbers: readonly string[],
): Promise<Sheet> {
  const records = createParser(',').feed((await content.text()).replace(/^\ufeff/, ''), true)
  const [headings = [], ...rows] = records.map(({ cells }) => cells.map(restoreCell))
  return {
    name: fileName.replace(/\.csv$/, ''),
    columns: headings.map((heading) =>
      numbers.includes(heading) ? { heading, kind: 'number' } : { heading },
    ),
    rows,
  }
}

/** A CSV file of the server's in the wanted format. @param numbers as for `sheetOfCsv` */
export const inFormat = async (
  file: MadeFile,
  format: Format,
  numbers: readonly string[] = [],
): Promise<MadeFile> => (format === 'csv' ? file : fileOfSheet(await sheetOfCsv(file, numbers), format))

/** 'LocalDate (UTC−05:00)': the heading of a column of times, with each of their zones (D35). */
export function timeHeading(name: string, offsets: readonly string[]): string {
  const zones = [...new Set(offsets)]
  return zones.length === 0 ? name : `${name} (${zones.join(', ')})`
}

/** Lines of cells as a file that spreadsheets open right (D22): UTF-8 with BOM, CRLF, cells neutralised. */
const csvText = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')}`

/** Quoted as in RFC 4180 where it must be. */
function cellOf(value: string): string {
  const cell = neutraliseCell(value)
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
