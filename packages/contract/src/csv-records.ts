import { withoutUnseen } from './pasted.ts'

/**
 * Records of CSV text (RFC 4180, also with LF alone and with other separators). Imports no schemas, so that the console
 * can carry it.
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

/** Characters between cells that are looked for; spreadsheets of some countries write the second. */
export const separators = [',', ';', '\t', '|'] as const
/** One character; a file may name one of its own. */
export type Separator = string

/** Excel's own first line, which names the separator: sep=; */
const hint = /^\ufeff?["]{0,1}sep=([^\w\s"]|\t)"?[,;\t|]*(?:\r\n?|\n|$)/i

/** The separator that a text's first line names, and the length of that line. */
export function separatorHint(text: string): { separator: Separator; length: number } | undefined {
  const [line = '', separator] = hint.exec(text) ?? []
  return separator === undefined ? undefined : { separator, length: line.length }
}

/** Whether a record holds nothing: spreadsheets write lines of separators below a list. */
export const isBlank = ({ cells, fault }: CsvRecord): boolean =>
  fault === undefined && cells.every((cell) => withoutUnseen(cell).trim() === '')

const tooLong = `is longer than ${longestRecord.toLocaleString('en-US')} characters`
const unclosed = 'has a quotation mark that is never closed'
const badlyQuoted = 'has text after a closing quotation mark'

/**
 * A parser that is fed text as it comes and gives back the records that have become whole. Blank lines are left out. A
 * record that cannot be read is handed out with its fault, and reading goes on in the line after the one on which it
 * began.
 */
export function createParser(separator: Separator): { feed(text: string, isLast: boolean): CsvRecord[] } {
  const readQuoted = quotedReader(separator)
  let rest = ''
  let line = 1
  /** In the midst of a line that is too long to be kept. */
  let isSkipping = false

  /** The record that begins at `from`; undefined where more text must come before it is whole. */
  function read(buffer: string, from: number, isLast: boolean): ReadRecord | undefined {
    const end = buffer.indexOf('\n', from) + 1
    if (end === 0) return undefined
    if (isSkipping) return { cells: [], end }
    const text = buffer.slice(from, buffer[end - 2] === '\r' ? end - 2 : end - 1)
    if (!text.includes('"')) return readPlain(text, separator, end)
    const quoted = readQuoted(buffer, from)
    if (quoted.fault === unclosed && !isLast && buffer.length - from <= longestRecord) return undefined
    if (quoted.fault) return { fault: quoted.fault, end }
    return quoted.end - from <= longestRecord ? quoted : { fault: unclosed, end }
  }

  function feed(text: string, isLast: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    const buffer = isLast && !(rest + text).endsWith('\n') ? `${rest}${text}\n` : rest + text
    let at = 0
    for (let next = read(buffer, at, isLast); next; next = read(buffer, at, isLast)) {
      const { cells = [], fault, end } = next
      if (fault) records.push({ line, cells, fault })
      else if (cells.length > 0) records.push({ line, cells })
      isSkipping = false
      line += linesIn(buffer, at, end)
      at = end
    }
    rest = buffer.slice(at)
    if (rest.length > longestRecord && !rest.includes('\n')) {
      if (!isSkipping) records.push({ line, cells: [], fault: tooLong })
      isSkipping = true
      rest = ''
    }
    return records
  }
  return { feed }
}

/** A record with the position after its end of line. */
interface ReadRecord {
  cells?: string[]
  fault?: string
  end: number
}

function readPlain(text: string, separator: Separator, end: number): ReadRecord {
  if (text.length > longestRecord) return { fault: tooLong, end }
  return { cells: text === '' ? [] : text.split(separator), end }
}

/** Reads a record cell by cell, each in quotation marks, with blanks around them or not, or as it stands. */
function quotedReader(separator: Separator) {
  const end = separator.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
  const inQuotes = ' *"([^"]*(?:""[^"]*)*)"'
  const cell = new RegExp(`(?:${inQuotes} *|(?!")([^${end}\\n]*?))(${end}|\\r?\\n)`, 'y')
  /** A cell that has ended, and text behind it. */
  const spoilt = new RegExp(`${inQuotes}(?!"|\\r?$)`, 'y')
  return (buffer: string, from: number): ReadRecord => {
    const cells: string[] = []
    let at = from
    for (;;) {
      cell.lastIndex = at
      const [all = '', quoted, plain = '', ending] = cell.exec(buffer) ?? []
      if (ending === undefined) break
      cells.push(quoted?.replaceAll('""', '"') ?? plain)
      at += all.length
      if (ending !== separator) return { cells, end: at }
    }
    spoilt.lastIndex = at
    return { fault: spoilt.test(buffer) ? badlyQuoted : unclosed, end: at }
  }
}

function linesIn(buffer: string, from: number, end: number): number {
  let lines = 0
  for (let at = buffer.indexOf('\n', from); at >= 0 && at < end; at = buffer.indexOf('\n', at + 1)) lines++
  return lines
}
