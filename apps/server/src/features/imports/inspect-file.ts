import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createParser, type Separator, separators } from '@support-console/contract'
import { readSize } from './csv-records.ts'
import { type Column, type Kind, kinds } from './kinds/index.ts'

/** A file that was looked at and can be imported. */
export interface ImportFile {
  path: string
  /** For reports and the audit trail; no folder names leave this machine. */
  name: string
  size: number
  kind: Kind
  separator: Separator
  /** The column of each cell of a line. */
  columns: readonly Column[]
  /** The line of the header. */
  headerLine: number
}

/** The import cannot go on; the message is a sentence for whoever started it. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

/** Enough for any header of ours. */
const headerSize = 64 * 1024

/**
 * Looks through a whole file before anything is written: that it can be read, is text in UTF-8, and which kind it is.
 * @throws ImportRefused with one sentence
 */
export async function inspectFile(path: string): Promise<ImportFile> {
  const { size, head } = await readThrough(path)
  const name = basename(path)
  const separator = separatorOf(head)
  const header = createParser(separator)
    .feed(head, true)
    .find((record) => record.fault !== undefined || record.cells.some((cell) => cell.trim() !== ''))
  if (!header) throw new ImportRefused(`${path} is empty.`)
  if (header.fault) throw new ImportRefused(`The first line of ${path} ${header.fault}.`)
  const { kind, columns } = kindOf(path, header.cells)
  return { path, name, size, kind, separator, columns, headerLine: header.line }
}

async function readThrough(path: string): Promise<{ size: number; head: string }> {
  const about = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefused(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code}).`,
    )
  })
  if (about.isDirectory()) throw new ImportRefused(`${path} is a folder; name the files in it.`)
  if (!about.isFile()) throw new ImportRefused(`${path} is no ordinary file.`)
  if (about.size === 0) throw new ImportRefused(`${path} is empty.`)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head = ''
  let isFirst = true
  try {
    for await (const piece of createReadStream(path, {
      highWaterMark: readSize,
    }) as AsyncIterable<Buffer>) {
      if (isFirst && isUtf16(piece))
        throw new ImportRefused(`${path} is UTF-16; save it as CSV in UTF-8 and try again.`)
      isFirst = false
      if (piece.includes(0)) throw new ImportRefused(`${path} is no text file.`)
      const text = decoder.decode(piece, { stream: true })
      if (head.length < headerSize) head = (head + text).slice(0, headerSize)
    }
    decoder.decode()
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    if (error instanceof TypeError)
      throw new ImportRefused(`${path} is no text in UTF-8; save it as CSV in UTF-8 and try again.`)
    throw new ImportRefused(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
    )
  }
  return { size: about.size, head }
}

const isUtf16 = (piece: Buffer) =>
  (piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff)

/** The separator that the header has most of. */
function separatorOf(head: string): Separator {
  const header = /\S[^\n]*/.exec(head)?.[0] ?? ''
  const count = (separator: Separator) => header.split(separator).length
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best))
}

function kindOf(path: string, cells: readonly string[]): { kind: Kind; columns: readonly Column[] } {
  const names = cells.map((cell) => cell.trim())
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
  throw new ImportRefused(`${path} is no kind of file that can be imported: ${whyNot(names, find)}`)
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
    ...(unknown.length > 0 ? [`nobody knows ${unknown.slice(0, 10).join(', ')}`] : []),
  ]
  return `for ${nearest.name}, ${faults.join(', and ')}.`
}
