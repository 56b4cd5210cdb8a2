import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** One column of an export: its heading and how a row fills it. */
export interface CsvColumn<Row> {
  header: string
  cell: (row: Row) => string | number
}

/** What a spreadsheet may take for a formula or a command when a cell begins with it (R31). */
const dangerous = /^'*[=+\-@\t\r\0]/

/**
 * A cell that no spreadsheet runs: with a leading apostrophe where it begins dangerously (R31). One that already
 * begins with apostrophes before such a character gets one more, so that `restoreCell` gives back every text.
 */
export function neutraliseCell(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

/** The text that `neutraliseCell` was given: our import reads our own exports back. */
export function restoreCell(text: string): string {
  return text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text
}

/**
 * An export as decision 22 wants it: UTF-8 with BOM, CRLF, quoted as in RFC 4180, cells neutralised, the headings
 * first even when no row follows. Reads the rows as fast as the reader takes them, so memory stays flat; when the
 * rows fail, the stream is destroyed and the download breaks off instead of ending early as if it were whole.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): Readable {
  const writer = stringify({
    bom: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    header: true,
    columns: columns.map(({ header }, index) => ({ key: String(index), header })),
  })
  async function* cells() {
    for await (const row of rows) yield columns.map(({ cell }) => neutraliseCell(String(cell(row))))
  }
  // The error reaches whoever reads the stream; without a callback it would end the process.
  pipeline(Readable.from(cells()), writer, () => {})
  return writer
}
