import readExcelFile from 'read-excel-file/universal'
import { workbook } from '../../texts/en-US/workbook.ts'
import { culture } from '../../texts/languages.ts'
import { textsOf } from '../../texts/text.ts'
import { type Parts, packedPlainly, UnpacksTooLarge, unpack } from './unpack.ts'

const text = textsOf(workbook)

interface WorkbookSheet {
  name: string
  /** Its cells as text; times as '2026-11-21 14:05:00'. */
  rows: string[][]
}

/** A workbook cannot be read; the message says why and what to do. */
export class WorkbookRefused extends Error {
  override name = 'WorkbookRefused'
}

/** Of the file as it is, in bytes: pictures may stand in it, which are not unpacked. */
const mostBytes = 10 * 1024 * 1024
const mostRows = 20_000
const mostCells = 1_000_000

/**
 * The sheets of an .xlsx file (D35). A number of more than 15 digits comes in the short form of spreadsheets,
 * 8.90117E+18: they have lost its other digits, whatever they show.
 * @throws WorkbookRefused
 */
export async function readWorkbook(bytes: Uint8Array): Promise<WorkbookSheet[]> {
  if (isCompoundFile(bytes)) throw new WorkbookRefused(text(isEncrypted(bytes) ? 'Encrypted' : 'OldFormat'))
  if (bytes.length > mostBytes) throw new WorkbookRefused(text('TooBig'))
  try {
    const parts = unpack(bytes)
    checkSheets(parts)
    const sheets = await readExcelFile(packedPlainly(parts), { parseNumber: numberText })
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(cellText)) }))
  } catch (error) {
    if (error instanceof WorkbookRefused) throw error
    const isTooLarge = error instanceof UnpacksTooLarge
    throw new WorkbookRefused(text(isTooLarge ? 'TooBig' : 'Broken'), { cause: error })
  }
}

/** Excel's old workbooks, and its encrypted ones, are files in a file system of their own (MS-CFB). */
const isCompoundFile = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte)

const isEncrypted = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes).includes([...'EncryptedPackage'].join('\0'))

/** Rows and cells may stand anywhere, and the reader fills what is before them: that must be little. */
function checkSheets(parts: Parts): void {
  for (const [path, bytes] of Object.entries(parts)) {
    const sheet = /worksheets\/([^/]+)\.xml$/.exec(path)?.[1]
    if (sheet === undefined) continue
    const { rows, columns } = extentOf(new TextDecoder().decode(bytes))
    const count = rows.toLocaleString(culture)
    if (rows > mostRows)
      throw new WorkbookRefused(
        text('TooManyRows', { sheet, rows: count, most: mostRows.toLocaleString(culture) }),
      )
    if (rows * columns > mostCells) throw new WorkbookRefused(text('TooWide', { sheet }))
  }
}

/** How far a sheet's cells reach. @throws Error where a place is none */
function extentOf(xml: string): { rows: number; columns: number } {
  let [rows, columns, tags] = [0, 0, 0]
  for (const [tag, name] of xml.matchAll(/<(?:\w+:)?(row|c)[\s/>][^>]*/g)) {
    if (name === 'row') tags++
    const place = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag)
    if (!place) continue
    const [, letters, number] = /^([A-Z]{0,3})([1-9]\d{0,6})$/.exec(place[1] ?? place[2] ?? '') ?? []
    if (letters === undefined) throw new Error(`no place of a cell: ${tag}`)
    rows = Math.max(rows, Number(number))
    columns = Math.max(columns, columnOf(letters))
  }
  return { rows: Math.max(rows, tags), columns }
}

/** 'A' is 1, 'AA' is 27. */
const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

/** Spreadsheets keep 15 digits of a number. */
const longestNumber = 1e15

function numberText(raw: string): string {
  const number = Number(raw)
  if (!Number.isFinite(number)) return raw
  return Math.abs(number) >= longestNumber ? number.toExponential(5).toUpperCase() : String(number)
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (!(value instanceof Date)) return String(value)
  if (Number.isNaN(value.getTime())) return ''
  // Fractions of a day are not exact.
  const time = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString()
  return time
    .slice(0, 19)
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '')
}
