/**
 * Lists of SIM IDs as people have them (D23, D35): the one reader of console and server. Imports no schemas, so that
 * the console can carry it.
 */
import { restoreCell } from './csv-cell.ts'
import { createParser, type Separator } from './csv-records.ts'
import { isIccid, normaliseIccid } from './iccid.ts'
import { madePlain } from './plain-text.ts'

/** SIMs in one batch file at most (specification 9). */
export const mostBatchRows = 100

/** Longest list that is looked at, in characters: a hundred ICCIDs with a header need less than 4,000. */
export const longestBatchText = 200_000

/** Other columns that are kept beside the SIMs, and how long their headings and cells are at most. */
export const mostOtherColumns = 20
export const longestOtherHeading = 60
export const longestOtherCell = 200

/** The columns of a batch's result, which come before the list's own. What names a time has its zone behind it. */
export const batchResultHeadings = [
  'ICCID',
  'Status',
  'Carrier',
  'Company',
  'AskedAt',
  'SettledAt',
  'TransactionID',
  'SubTransId',
] as const

/** A cell of another column than the one of the SIM IDs. */
export interface OtherCell {
  column: string
  value: string
}

export interface BatchEntry {
  /** What stands there; it need not be an ICCID. */
  iccid: string
  /** A cell for each of the other columns. */
  other: OtherCell[]
}

/** What stands in a list. */
export interface BatchList {
  /** Each distinct one once, in the list's order. */
  entries: BatchEntry[]
  /** How many were left out because they stood in the list before. */
  duplicates: number
  /** The heading of the column that was read; undefined where the list has no columns, or they have no headings. */
  column: string | undefined
  otherColumns: string[]
  /** Those beyond the ones that are kept. */
  lostColumns: string[]
  /** Lines with something in them, but no SIM ID. */
  linesWithout: number
}

/** Why a list is refused whole, in a sentence. */
export interface RefusedList {
  refusal: string
}

/** Longer ones are shortened in the answer: what is no ICCID can be of any length. */
const longestEntry = 40

/** What the column of the SIM IDs may be headed (D35), the surest first. */
const knownHeadings = ['iccid', 'sim id', 'sim number', 'sim']
/** How far down the headings may stand: titles and dates come before them. */
const headingsWithin = 10

/**
 * Reads a list: text, CSV or TSV with any columns (D35); without columns, entries between new lines, commas,
 * semicolons or white space, a first line without any digit taken for a header (D23). A BOM and quotes are tolerated.
 */
export function readBatchFile(content: string): BatchList | RefusedList {
  const text = content.replace(/^\uFEFF/, '')
  if (text.length > longestBatchText)
    return refused(`The list is too big: ${size(text.length)}. A hundred SIM IDs need less than 4 kB.`)
  if (!isText(text)) return refused('This is not a text file. Save the list as text, CSV or .xlsx.')
  const lines = text.replace(/\r\n?/g, '\n').replace(decimalComma, '$1.$2')
  const list = tableIn(lines) ?? wordsIn(lines)
  if ('refusal' in list) return list
  if (list.entries.length === 0) return refused('The list holds no SIM ID.')
  if (list.entries.length > mostBatchRows)
    return refused(
      `The list holds ${thousands(list.entries.length)} SIMs; at most ${mostBatchRows} are taken at once. Split it.`,
    )
  return list
}

/** Whether an entry is what a spreadsheet makes of a long number: 8.90117E+18. Its digits are lost. */
export const isShortened = (entry: string): boolean => /^\d(?:[.,]\d+)?e\+?\d\d$/i.test(entry)

/** Such a number as countries write it whose decimals follow a comma: that one separates no cells. */
const decimalComma = /(?<![\d.])(\d),(\d+e\+?(?:1[5-9]|2\d))(?!\d)/gi

const refused = (sentence: string): RefusedList => ({ refusal: `${sentence} Nothing was taken from it.` })

const size = (length: number): string =>
  length < 1_000_000 ? `${Math.ceil(length / 1000)} kB` : `${(length / 1_000_000).toFixed(1)} MB`

const thousands = (count: number): string => count.toLocaleString('en-US')

/** U+FFFD stands where bytes were no UTF-8; other control characters than white space are in no list. */
const isText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  !/[\u0000-\u0008\u000e-\u001f\ufffd\p{Cs}]/u.test(text) && !text.startsWith('%PDF-')

/** Whether a cell holds a SIM ID, or what a spreadsheet has left of one. */
export function isSim(cell: string): boolean {
  const entry = entryOf(cell)
  return isIccid(entry) || isShortened(entry)
}

const entryOf = (cell: string): string => normaliseIccid(cell.trim().replace(/^["']+|["']+$/g, ''))

/** A list without columns (D23). */
function wordsIn(lines: string): BatchList {
  return listOf(words(lines).map((word) => ({ cell: word, other: [] })))
}

const words = (lines: string): string[] =>
  withoutHeader(lines)
    .split(/[\s,;]+/)
    .filter((word) => entryOf(word) !== '')

function withoutHeader(text: string): string {
  const lines = text.trimStart()
  const first = lines.split('\n', 1)[0] ?? ''
  return /\d/.test(first) ? lines : lines.slice(first.length)
}

/** What is known of a list's columns. */
interface Table {
  /** The lines below the headings. */
  rows: string[][]
  headings: string[]
  /** The column of the SIM IDs. */
  at: number
}

/** A list with columns (D35); undefined where it has none. */
function tableIn(lines: string): BatchList | RefusedList | undefined {
  const parsed = ([';', '\t', ','] as const).map((separator) => parse(lines, separator))
  const records = parsed.toSorted((one, other) => other.score - one.score)[0]?.records ?? []
  const found =
    headed(parsed) ?? (words(lines).every(isSim) && !hasHeadings(records) ? undefined : byCells(records))
  if (found === undefined || 'refusal' in found) return found
  return listOfTable(found)
}

/** The records of a text, and how many of them have the number of cells that most of them have. */
function parse(lines: string, separator: Separator) {
  const records = createParser(separator).feed(lines, true)
  const widths = new Map<number, number>()
  for (const { cells } of records)
    if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  return { records, score: Math.max(0, ...widths.values()) }
}

type Parsed = ReturnType<typeof parse>

/** By the name of its column; several columns, for a list of one is read word by word. */
function headed(parsed: readonly Parsed[]): Table | RefusedList | undefined {
  for (const { records } of parsed.toSorted((one, other) => other.score - one.score)) {
    const line = records.findIndex(
      ({ cells }, at) => at < headingsWithin && cells.length > 1 && cells.some((cell) => rankOf(cell) >= 0),
    )
    if (line < 0) continue
    const headings = records[line]?.cells ?? []
    const ranks = headings.map(rankOf)
    const best = Math.min(...ranks.filter((rank) => rank >= 0))
    const at = ranks.indexOf(best)
    if (ranks.lastIndexOf(best) !== at)
      return severalColumns([headings[at] ?? '', headings[ranks.lastIndexOf(best)] ?? ''])
    return tableOf(records.slice(line + 1), headings, at)
  }
  return undefined
}

const rankOf = (cell: string): number =>
  knownHeadings.indexOf(
    cell
      .trim()
      .replace(/[\s_-]+/g, ' ')
      .toLowerCase(),
  )

const hasHeadings = ([first]: Parsed['records']): boolean =>
  first !== undefined && first.cells.length > 1 && !first.cells.some((cell) => /\d/.test(cell))

/** By what its cells hold: the column that holds SIM IDs mostly. */
function byCells(records: Parsed['records']): Table | RefusedList | undefined {
  const width = Math.max(0, ...records.map(({ cells }) => cells.length))
  if (width < 2) return undefined
  const withHeadings = hasHeadings(records)
  const below = withHeadings ? records.slice(1) : records
  const columns = Array.from({ length: width }, (_, at) => {
    const filled = below.map(({ cells }) => cells[at] ?? '').filter((cell) => cell.trim() !== '')
    const sims = filled.filter(isSim).length
    return { at, sims, isMostly: sims * 2 > filled.length, isOther: sims === 0 && filled.length > 0 }
  })
  const headings = withHeadings ? (records[0]?.cells ?? []) : []
  const holding = columns.filter(({ sims }) => sims > 0)
  const [only] = holding
  if (holding.length === 1 && only?.isMostly) return tableOf(below, headings, only.at)
  // Words in lines of the same shape are a table that has lost its SIM IDs, not a list of a hundred bad ones.
  if (holding.length === 0)
    return below.length > 1 && below.every(({ cells }) => cells.length === width)
      ? refused('No column of the list holds SIM IDs. Head the one that does with ICCID.')
      : undefined
  if (holding.length > 1 && (withHeadings || columns.some(({ isOther }) => isOther)))
    return severalColumns(holding.map(({ at }) => headings[at] ?? `column ${at + 1}`))
  return undefined
}

const severalColumns = (names: readonly string[]) =>
  refused(
    `Several columns of the list hold SIM IDs: ${names.join(', ')}. Head only the one that is meant with ICCID.`,
  )

function tableOf(records: Parsed['records'], headings: string[], at: number): Table | RefusedList {
  const bad = records.find(({ fault }) => fault !== undefined)
  if (bad) return refused(`Line ${bad.line} of the list ${bad.fault}.`)
  return { rows: records.map(({ cells }) => cells), headings, at }
}

function listOfTable({ rows, headings, at }: Table): BatchList {
  const width = Math.max(headings.length, ...rows.map((cells) => cells.length))
  const isOwnResult = batchResultHeadings.every((name) =>
    headings.some((heading) => plainHeading(heading) === name),
  )
  const others: { at: number; name: string }[] = []
  for (let column = 0; column < width; column++) {
    const heading = headings[column] ?? ''
    const isEmpty = heading.trim() === '' && rows.every((cells) => (cells[column] ?? '').trim() === '')
    // Our own result comes back with what the list was given with; what came of it will be told anew.
    const isOurs = isOwnResult && batchResultHeadings.some((name) => name === plainHeading(heading))
    if (column === at || isEmpty || isOurs) continue
    others.push({ at: column, name: oneLine(heading, longestOtherHeading) || `Column ${column + 1}` })
  }
  const kept = unique(others.slice(0, mostOtherColumns))
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const named = filled.filter((cells) => entryOf(cells[at] ?? '') !== '')
  const list = listOf(
    named.map((cells) => ({
      cell: restoreCell(cells[at] ?? ''),
      other: kept.map((other) => ({
        column: other.name,
        value: oneLine(restoreCell(cells[other.at] ?? ''), longestOtherCell),
      })),
    })),
  )
  return {
    ...list,
    column: headings[at]?.trim() || undefined,
    otherColumns: kept.map(({ name }) => name),
    lostColumns: others.slice(mostOtherColumns).map(({ name }) => name),
    linesWithout: filled.length - named.length,
  }
}

/** 'AskedAt (UTC+01:00)' without its zone. */
const plainHeading = (heading: string): string => heading.trim().replace(/ \(UTC[^)]*\)$/, '')

/** Each name once: a second 'Name' becomes 'Name (2)'. */
function unique<Column extends { name: string }>(columns: readonly Column[]): Column[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    let { name } = column
    for (let count = 2; taken.has(name); count++)
      name = `${column.name.slice(0, longestOtherHeading - 5)} (${count})`
    taken.add(name)
    return { ...column, name }
  })
}

/** In one line, without what is not seen, and no longer than it may be. */
function oneLine(text: string, longest: number): string {
  const line = madePlain(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim()
  return line.length > longest
    ? `${line
        .slice(0, longest - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
    : line
}

/** Each distinct entry once; of what a spreadsheet has shortened, nobody knows whether it is the same. */
function listOf(cells: readonly { cell: string; other: OtherCell[] }[]): BatchList {
  const seen = new Set<string>()
  const entries: BatchEntry[] = []
  for (const { cell, other } of cells) {
    const entry = madePlain(entryOf(cell))
    if (seen.has(entry) && !isShortened(entry)) continue
    seen.add(entry)
    entries.push({ iccid: entry.length > longestEntry ? `${entry.slice(0, longestEntry)}…` : entry, other })
  }
  return {
    entries,
    duplicates: cells.length - entries.length,
    column: undefined,
    otherColumns: [],
    lostColumns: [],
    linesWithout: 0,
  }
}
