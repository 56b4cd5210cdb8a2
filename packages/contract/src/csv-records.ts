/**
 * Records of CSV text (RFC 4180, also with LF alone and with other separators). Imports nothing, so that the console
 * can carry it without the schemas.
 */

/** One record of a CSV file: its cells, or why it has none. */
export interface CsvRecord {
  /** The line of the file on which the record begins; the first is 1. */
  line: number
  cells: string[]
  /** Why the record cannot be read; its cells are then empty. */
  fault?: string
}

/** The longest record, in characters, so that a quote that is never closed cannot take the whole file into memory. */
const longestRecord = 64 * 1024

/** Characters between cells that the reader knows; spreadsheets of some countries write the second. */
export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/**
 * A parser that is fed text as it comes and gives back the records that have become whole. Blank lines are left out. A
 * record that cannot be read is handed out with its fault, and reading goes on in the line after the one on which it
 * began.
 */
export function createParser(separator: Separator): { feed(text: string, isLast: boolean): CsvRecord[] } {
  let rest = ''
  let line = 1
  /** In the midst of a line that is too long to be kept. */
  let isSkipping = false

  function feed(text: string, isLast: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    const buffer = isLast && !(rest + text).endsWith('\n') ? `${rest}${text}\n` : rest + text
    let at = 0
    for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n', at)) {
      if (isSkipping) {
        isSkipping = false
        at = end + 1
        line++
        continue
      }
      const text = buffer.slice(at, buffer[end - 1] === '\r' && end > at ? end - 1 : end)
      if (!text.includes('"')) {
        if (text.length > longestRecord) records.push(faulty(line, tooLong))
        else if (text !== '') records.push({ line, cells: text.split(separator) })
      } else {
        const read = readQuoted(buffer, at, separator)
        if (read === 'unfinished' && !isLast && buffer.length - at <= longestRecord) break
        if (typeof read !== 'string' && read.end - at <= longestRecord) {
          records.push({ line, cells: read.cells })
          line += linesIn(buffer, at, read.end)
          at = read.end
          continue
        }
        records.push(faulty(line, read === 'badly quoted' ? badlyQuoted : unclosed))
      }
      at = end + 1
      line++
    }
    rest = buffer.slice(at)
    if (rest.length > longestRecord && !rest.includes('\n')) {
      if (!isSkipping) records.push(faulty(line, tooLong))
      isSkipping = true
      rest = ''
    }
    return records
  }
  return { feed }
}

const tooLong = `is longer than ${longestRecord.toLocaleString('en-US')} characters`
const unclosed = 'has a quotation mark that is never closed'
const badlyQuoted = 'has text after a closing quotation mark'

const faulty = (line: number, fault: string): CsvRecord => ({ line, cells: [], fault })

/** The record that begins at `from`, with the position after its end of line. */
function readQuoted(
  buffer: string,
  from: number,
  separator: Separator,
): { cells: string[]; end: number } | 'unfinished' | 'badly quoted' {
  const cells: string[] = []
  let at = from
  for (;;) {
    let cell: string
    if (buffer[at] === '"') {
      const quoted = readQuotedCell(buffer, at + 1)
      if (!quoted) return 'unfinished'
      cell = quoted.cell
      at = quoted.end
    } else {
      const begin = at
      while (at < buffer.length && buffer[at] !== separator && buffer[at] !== '\n') at++
      const end = buffer[at] === '\n' && buffer[at - 1] === '\r' && at > begin ? at - 1 : at
      cell = buffer.slice(begin, end)
    }
    cells.push(cell)
    if (buffer[at] === separator) at++
    else if (buffer[at] === '\n') return { cells, end: at + 1 }
    else if (buffer[at] === '\r' && buffer[at + 1] === '\n') return { cells, end: at + 2 }
    else return at + (buffer[at] === '\r' ? 1 : 0) >= buffer.length ? 'unfinished' : 'badly quoted'
  }
}

/** The cell whose opening quotation mark stands before `from`, with the position after its closing one. */
function readQuotedCell(buffer: string, from: number): { cell: string; end: number } | undefined {
  let cell = ''
  let at = from
  for (;;) {
    const quote = buffer.indexOf('"', at)
    if (quote < 0) return undefined
    cell += buffer.slice(at, quote)
    if (buffer[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
  }
}

function linesIn(buffer: string, from: number, end: number): number {
  let lines = 0
  for (let at = buffer.indexOf('\n', from); at >= 0 && at < end; at = buffer.indexOf('\n', at + 1)) lines++
  return lines
}
