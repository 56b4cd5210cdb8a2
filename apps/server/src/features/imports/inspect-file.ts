import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  createDecoder,
  createParser,
  type Encoding,
  encodingOf,
  type FileKind,
  fileKindOf,
  inAscii,
  isBlank,
  type Separator,
  separatorHint,
  separators,
} from '@support-console/contract'
import { readSize, type Writing } from './csv-records.ts'
import { type Column, type Kind, kinds } from './kinds/index.ts'

/** A file that was looked at and can be imported. */
export interface ImportFile {
  path: string
  /** For reports and the audit trail; no folder names leave this machine. */
  name: string
  size: number
  kind: Kind
  writing: Writing
  /** The column of each cell of a line. */
  columns: readonly Column[]
  /** The line of the header. */
  headerLine: number
}

/** The import cannot go on; the message is a sentence for anyone who started it. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

/** Its header fits no kind of file. */
export class NoKindOfFile extends ImportRefused {}

/** Enough for any header of ours. */
const headerSize = 64 * 1024

const asCsv = 'save its sheet as CSV in UTF-8 and import that'
/** What people take for a list, and what to do with it. */
const otherFiles: Readonly<Record<Exclude<FileKind, 'text'>, string>> = {
  workbook: `is an Excel workbook; ${asCsv}.`,
  'binary-workbook': `is a binary Excel workbook (.xlsb); ${asCsv}.`,
  'old-workbook': `is an old Excel workbook (.xls); ${asCsv}.`,
  'protected-workbook': `is a workbook protected by a password; ${asCsv}.`,
  'xml-workbook': `is XML; ${asCsv}.`,
  'open-document': `is an OpenDocument spreadsheet (.ods); ${asCsv}.`,
  numbers: `is a Numbers document; ${asCsv}.`,
  document:
    'is a document of a word processor; copy its table into a spreadsheet and save that as CSV in UTF-8.',
  pdf: 'is a PDF; import the CSV file that it was made of.',
  picture: 'is a picture; import a CSV file.',
  'web-page': 'is a web page; open it in a spreadsheet and save that as CSV in UTF-8.',
  archive: 'is an archive; unpack it and import the CSV file in it.',
}

/**
 * Looks through a whole file before anything is written: that it can be read, is Unicode text, and which kind it is.
 * @throws ImportRefused with one sentence
 */
export async function inspectFile(path: string): Promise<ImportFile> {
  const { size, encoding, head: read } = await readThrough(path)
  const name = basename(path)
  const endsWithCr = read.includes('\r') && !read.includes('\n')
  const head = endsWithCr ? read.replaceAll('\r', '\n') : read
  const hint = separatorHint(head)
  const separator = hint?.separator ?? separatorOf(head)
  const header = createParser(separator)
    .feed(head, true)
    .find((record) => !isBlank(record) && !(hint && record.line === 1))
  if (!header) throw new ImportRefused(`${path} is empty.`)
  if (header.fault) throw new ImportRefused(`The first line of ${path} ${header.fault}.`)
  const { kind, columns } = kindOf(path, namesIn(header.cells))
  const writing = { encoding, separator, endsWithCr }
  return { path, name, size, kind, writing, columns, headerLine: header.line }
}

/** Spreadsheets write separators without a name behind the last column. */
function namesIn(cells: readonly string[]): string[] {
  const names = cells.map((cell) => inAscii(cell).trim())
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
}

async function readThrough(path: string): Promise<{ size: number; encoding: Encoding; head: string }> {
  const about = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefused(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code}).`,
    )
  })
  if (about.isDirectory()) throw new ImportRefused(`${path} is a folder; name the files in it.`)
  if (!about.isFile()) throw new ImportRefused(`${path} is not an ordinary file.`)
  if (about.size === 0) throw new ImportRefused(`${path} is empty.`)
  let encoding: Encoding = 'utf-8'
  let decoder: ReturnType<typeof createDecoder> | undefined
  let head = ''
  try {
    for await (const piece of createReadStream(path, {
      highWaterMark: readSize,
    }) as AsyncIterable<Buffer>) {
      if (!decoder) {
        const kind = fileKindOf(piece)
        if (kind !== 'text') throw new ImportRefused(`${path} ${otherFiles[kind]}`)
        encoding = encodingOf(piece)
        decoder = createDecoder(encoding)
      }
      const text = decoder.decode(piece, false)
      if (text.includes('\0')) throw new ImportRefused(`${path} is not a text file.`)
      if (head.length < headerSize) head = (head + text).slice(0, headerSize)
    }
    decoder?.decode(new Uint8Array(), true)
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    if (error instanceof TypeError)
      throw new ImportRefused(`${path} is not text in UTF-8; save it as CSV in UTF-8 and try again.`)
    throw new ImportRefused(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
    )
  }
  return { size: about.size, encoding, head }
}

/** The separator that the header has most of. */
function separatorOf(head: string): Separator {
  const header = /\S[^\n]*/.exec(head)?.[0] ?? ''
  const count = (separator: Separator) => header.split(separator).length
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best))
}

function kindOf(path: string, names: readonly string[]): { kind: Kind; columns: readonly Column[] } {
  const find = (kind: Kind, name: string) =>
    kind.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  const twice = names.find((name, i) => names.findIndex((n) => n.toLowerCase() === name.toLowerCase()) < i)
  if (twice !== undefined && names.some((name) => kinds.some((kind) => find(kind, name))))
    throw new ImportRefused(`The header of ${path} has the column ${JSON.stringify(twice)} twice.`)
  for (const kind of kinds) {
    const columns = names.map((name) => find(kind, name))
    const isWhole = kind.columns.every((column) => !column.required || columns.includes(column))
    if (isWhole && columns.every((column) => column !== undefined)) return { kind, columns }
  }
  throw new NoKindOfFile(`${path} is not a file that can be imported: ${whyNot(names, find)}`)
}

/** What keeps the header from the kind that it is most like. */
function whyNot(names: readonly string[], find: (kind: Kind, name: string) => Column | undefined): string {
  const known = (kind: Kind) => names.filter((name) => find(kind, name)).length
  const nearest = kinds.reduce((best, kind) => (known(kind) > known(best) ? kind : best))
  if (known(nearest) === 0) return 'its first line names none of the columns.'
  const missing = nearest.columns
    .filter((column) => column.required && !names.some((name) => find(nearest, name) === column))
    .map((column) => column.name)
  const unknown = names
    .filter((name) => !find(nearest, name))
    .map((name) => JSON.stringify(name.slice(0, 60)))
  const faults = [
    ...(missing.length > 0 ? [`it has no ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`no one knows ${unknown.slice(0, 10).join(', ')}`] : []),
  ]
  return `for ${nearest.name}, ${faults.join(', and ')}.`
}
