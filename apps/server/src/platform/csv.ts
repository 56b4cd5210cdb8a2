import { pipeline, Readable } from 'node:stream'
import { neutraliseCell } from '@support-console/contract'
import { stringify } from 'csv-stringify'

/** One column of an export: its heading and how a row fills it. */
export interface CsvColumn<Row> {
  header: string
  cell: (row: Row) => string | number
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
  // The error reaches anyone who reads the stream; without a callback it would end the process.
  pipeline(Readable.from(cells()), writer, () => {})
  return writer
}

/**
 * The same of rows that are read while they are sent. A database that does not answer is noticed before the first byte,
 * and nothing is read any more once `signal` says that no one waits.
 */
export async function startedCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncGenerator<Row>,
  signal: AbortSignal,
): Promise<Readable> {
  const first = await rows.next()
  async function* all() {
    if (first.done) return
    yield first.value
    for await (const row of rows) {
      signal.throwIfAborted()
      yield row
    }
  }
  return csvOf(columns, all())
}
