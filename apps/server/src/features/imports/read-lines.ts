import { type CsvRecord, isBlank, luhnFits, restoreCell, withoutUnseen } from '@support-console/contract'
import { readRecords } from './csv-records.ts'
import { type ImportFile, ImportRefused } from './inspect-file.ts'
import type { Column, Fault, Row } from './kinds/index.ts'
import { type CellReader, cellReader } from './read-cell.ts'
import type { Line } from './stage-lines.ts'

/** A fault with the cell that has it. */
export interface LineFault extends Fault {
  line: number
  /** The cell; empty where the column is secret or the whole line is at fault. */
  cell?: string
}

/** Some lines of a file that go into the database together. */
export interface Chunk {
  file: ImportFile
  good: Line[]
  faults: LineFault[]
  /** How many lines had a fault. */
  bad: number
  /** SIM IDs whose check digit does not fit: a warning, not a fault (D24). */
  oddCheckDigits: number
  /** Of the file, up to here. */
  bytesRead: number
}

const linesInChunk = 10_000
/** Of the file; so that very long lines do not add up. */
const bytesInChunk = 4 * 1024 * 1024

/**
 * Reads a file and checks each line by itself.
 * @throws ImportRefused when the file can be read no longer
 */
export async function* readLines(file: ImportFile): AsyncGenerator<Chunk> {
  const readers = file.columns.map(cellReader)
  let chunk = emptyChunk(file)
  let begunAt = 0
  try {
    for await (const { records, bytesRead } of readRecords(file.path, file.writing)) {
      for (const record of records) {
        if (record.line <= file.headerLine || isBlank(record)) continue
        take(chunk, readers, record)
        if (chunk.good.length + chunk.bad < linesInChunk) continue
        yield { ...chunk, bytesRead }
        chunk = emptyChunk(file)
        begunAt = bytesRead
      }
      chunk.bytesRead = bytesRead
      if (bytesRead - begunAt < bytesInChunk || chunk.good.length + chunk.bad === 0) continue
      yield chunk
      chunk = emptyChunk(file)
      begunAt = bytesRead
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ImportRefused(`${file.path} can no longer be read (${code ?? (error as Error).message}).`)
  }
  if (chunk.good.length + chunk.bad > 0) yield chunk
}

const emptyChunk = (file: ImportFile): Chunk => ({
  file,
  good: [],
  faults: [],
  bad: 0,
  oddCheckDigits: 0,
  bytesRead: 0,
})

function take(chunk: Chunk, readers: readonly CellReader[], record: CsvRecord): void {
  const { line } = record
  const read = readRow(chunk.file, readers, record)
  if ('faults' in read) {
    chunk.bad++
    for (const fault of read.faults) chunk.faults.push({ line, ...fault })
    return
  }
  chunk.good.push({ line, row: read.row })
  if (typeof read.row.iccid === 'string' && !luhnFits(read.row.iccid)) chunk.oddCheckDigits++
}

type Read = { row: Row } | { faults: Omit<LineFault, 'line'>[] }

function readRow({ kind, columns }: ImportFile, readers: readonly CellReader[], record: CsvRecord): Read {
  const { fault } = record
  if (fault !== undefined) return { faults: [{ column: '', reason: `the line ${fault}` }] }
  const cells = withoutRest(record.cells, columns.length)
  if (cells.length !== columns.length) {
    const reason = `the line has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header ${columns.length}`
    return { faults: [{ column: '', reason }] }
  }
  const row: Row = {}
  const faults: Omit<LineFault, 'line'>[] = []
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as Column
    const cell = cells[i] ?? ''
    const read = (readers[i] as CellReader)(cell)
    if ('reason' in read) faults.push({ column: column.name, reason: read.reason, ...shown(column, cell) })
    else row[column.name] = read.value
  }
  if (faults.length > 0) return { faults }
  const together = kind.check?.(row)
  if (!together) return { row }
  const at = columns.findIndex((column) => column.name === together.column)
  return { faults: [{ ...together, ...shown(columns[at], cells[at] ?? '') }] }
}

/** Without what spreadsheets write behind the last column, where it holds nothing. */
const withoutRest = (cells: string[], width: number): string[] =>
  cells.length > width && isBlank({ line: 0, cells: cells.slice(width) }) ? cells.slice(0, width) : cells

const shown = (column: Column | undefined, cell: string) =>
  column?.secret ? {} : { cell: withoutUnseen(restoreCell(cell)) }
