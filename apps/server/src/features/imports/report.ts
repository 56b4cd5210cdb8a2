import { createWriteStream, type WriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type CsvColumn, csvOf } from '../../platform/csv.ts'
import { ImportRefused } from './inspect-file.ts'

/** A fault as it is reported. */
interface ReportedFault {
  file: string
  line: number
  column: string
  reason: string
  cell?: string
}

/** Where the faults go: a line each to the terminal and, if asked for, to a CSV file. */
export interface FaultReport {
  /** Waits where the reader of the report is slow, so that a million faults do not pile up in memory. */
  add(fault: ReportedFault): Promise<void>
  close(): Promise<void>
}

const longestShownCell = 60

const columns: CsvColumn<ReportedFault>[] = [
  { header: 'File', cell: ({ file }) => file },
  { header: 'Line', cell: ({ line }) => line },
  { header: 'Column', cell: ({ column }) => column },
  { header: 'Reason', cell: ({ reason }) => reason },
  { header: 'Cell', cell: ({ cell }) => shortened(cell ?? '') },
]

/**
 * Opens the report; with a path the CSV file is made at once, so that a place where it cannot stand is known early.
 * @throws ImportRefused when it cannot be made
 */
export async function openReport(
  say: (line: string) => Promise<void>,
  csvPath?: string,
): Promise<FaultReport> {
  const csv = csvPath === undefined ? undefined : await openCsv(csvPath)
  return {
    async add(fault) {
      await say(sentence(fault))
      await csv?.add(fault)
    },
    close: async () => csv?.close(),
  }
}

/** `sims.csv:17: iccid: A SIM ID has 18 to 22 digits ("12345")`; control characters in a cell are escaped. */
export function sentence({ file, line, column, reason, cell }: ReportedFault): string {
  const where = column === '' ? `${file}:${line}` : `${file}:${line}: ${column}`
  return cell === undefined ? `${where}: ${reason}` : `${where}: ${reason} (${visible(shortened(cell))})`
}

const shortened = (cell: string) =>
  cell.length > longestShownCell ? `${cell.slice(0, longestShownCell)}…` : cell

/** JSON escapes what is below a space; terminals listen to DEL and the C1 characters too. */
const visible = (cell: string) =>
  JSON.stringify(cell).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

async function openCsv(path: string) {
  const file: WriteStream = createWriteStream(path)
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve())
    file.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ImportRefused(`The report ${path} cannot be written (${error.code}).`)),
    )
  })
  const faults = new PassThrough({ objectMode: true })
  csvOf(columns, faults as AsyncIterable<ReportedFault>).pipe(file)
  const written = finished(file).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefused(`The report ${path} can no longer be written (${error.code}).`)
  })
  // Anyone who adds or closes next is told.
  written.catch(() => {})
  return {
    async add(fault: ReportedFault) {
      if (!faults.write(fault)) await Promise.race([drained(faults), written])
    },
    async close() {
      faults.end()
      await written
    },
  }
}

const drained = (stream: NodeJS.EventEmitter) =>
  new Promise<void>((resolve) => stream.once('drain', () => resolve()))
