/** Lists of SIM IDs with columns (D35). */
import {
  batchResultHeadings,
  longestOtherCell,
  longestOtherHeading,
  mostOtherColumns,
} from './batch-file.words.ts'
import { type BatchList, entryOf, isSim, listOf, type RefusedList, refused } from './batch-list.ts'
import { restoreCell } from './csv-cell.ts'
import { createParser, type Separator } from './csv-records.ts'
import { madePlain } from './plain-text.ts'

/** What the column of the SIM IDs may be headed (D35), the surest first. */
const knownHeadings = ['iccid', 'sim id', 'sim number', 'sim']
/** How far down the headings may stand: titles and dates come before them. */
const headingsWithin = 10

/** What is known of a list's columns. */
interface Table {
  /** The lines below the headings. */
  rows: string[][]
  headings: string[]
  /** The column of the SIM IDs. */
  at: number
}

/** A list with columns; undefined where it has none. `isPlain`: word by word, it is SIM IDs and nothing else. */
export function tableIn(lines: string, isPlain: boolean): BatchList | RefusedList | undefined {
  const { parsed, records } = parsedBest(lines)
  const found = headed(parsed) ?? (isPlain && !hasHeadings(records) ? undefined : byCells(records))
  if (found === undefined || 'refusal' in found) return found
  return listOfTable(found)
}

/**
 * Lines of cells below their headings, and which cell of each is its SIM ID; without `at` where no column, or more than
 * one, holds them. Undefined: the text has no columns that can be read.
 */
export function cellsIn(lines: string): { rows: string[][]; at?: number } | undefined {
  const { parsed, records } = parsedBest(lines)
  const found = headed(parsed) ?? byCells(records)
  if (found && !('refusal' in found)) return found
  const isTable = records.filter(({ cells }) => cells.length > 1).length * 2 > records.length
  if (!isTable || records.some(({ fault }) => fault)) return undefined
  return { rows: (hasHeadings(records) ? records.slice(1) : records).map(({ cells }) => cells) }
}

/** By each separator, and by the one that parts the lines most evenly. */
function parsedBest(lines: string) {
  const parsed = ([';', '\t', ','] as const).map((separator) => parse(lines, separator))
  const [best] = parsed.toSorted((one, other) => other.score - one.score)
  return { parsed, records: best?.records ?? [] }
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
