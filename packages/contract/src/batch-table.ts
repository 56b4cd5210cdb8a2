/** Lists of SIM IDs with columns (D35). */
import {
  batchResultHeadings,
  longestOtherCell,
  longestOtherHeading,
  mostOtherColumns,
} from './batch-file.words.ts'
import {
  type BatchList,
  entryOf,
  isSim,
  leftOutOf,
  listOf,
  type RefusedList,
  refused,
  simsOf,
} from './batch-list.ts'
import { restoreCell } from './csv-cell.ts'
import { createParser, isBlank, type Separator, separatorHint, separators } from './csv-records.ts'
import { inAscii } from './pasted.ts'
import { madePlain } from './plain-text.ts'
import { withoutJoints } from './sim-runs.ts'

/** What the column of the SIM IDs may be headed (D35), the surest first. */
const knownHeadings = ['iccid', 'sim id', 'sim number', 'sim']
/** How far down the headings may stand: titles and dates come before them. */
const headingsWithin = 10

/** What is known of a list's columns. */
interface Table {
  /** The lines above the headings: titles, dates. */
  above: string[][]
  /** The lines below the headings. */
  rows: string[][]
  headings: string[]
  /** The column of the SIM IDs. */
  at: number
}

/** A text by its lines, and the separator that it names itself. */
interface TextLines {
  lines: string
  separator?: Separator
}

/** Without byte order mark and Excel's line that names the separator; all lines end with LF. */
export function textLines(text: string): TextLines {
  const lines = withoutJoints(text.replace(/^\ufeff/, '')).replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  const hint = separatorHint(lines)
  return hint ? { lines: lines.slice(hint.length), separator: hint.separator } : { lines }
}

/** A list with columns; undefined where it has none. `isPlain`: word by word, it is SIM IDs and nothing else. */
export function tableIn(text: TextLines, isPlain: boolean): BatchList | RefusedList | undefined {
  const { parsed, records } = parsedBest(text)
  const found = headed(parsed) ?? (isPlain && !hasHeadings(records) ? undefined : byCells(records))
  if (found === undefined || 'refusal' in found) return found
  return listOfTable(found)
}

/**
 * Lines of cells below their headings, and which cell of each is its SIM ID; without `at` where no column, or more than
 * one, holds them. Undefined: the text has no columns that can be read.
 */
export function cellsIn(text: string): { rows: string[][]; at?: number } | undefined {
  const { parsed, records } = parsedBest(textLines(text))
  const found = headed(parsed) ?? byCells(records)
  if (found && !('refusal' in found)) return found
  if (records.length < 2 || records.some(isTelling)) return undefined
  const isTable = records.filter(({ cells }) => cells.length > 1).length * 2 > records.length
  if (!isTable || records.some(({ fault }) => fault)) return undefined
  return { rows: (hasHeadings(records) ? records.slice(1) : records).map(({ cells }) => cells) }
}

/** By the separator that the text names, or by each; and by the one that parts the lines most evenly. */
function parsedBest({ lines, separator }: TextLines) {
  const parsed = (separator === undefined ? separators : [separator]).map((each) => parse(lines, each))
  const [best] = parsed.toSorted((one, other) => other.score - one.score)
  return { parsed, records: best?.records ?? [] }
}

/** The records of a text, and how many of them have the number of cells that most of them have. */
function parse(lines: string, separator: Separator) {
  const records = createParser(separator)
    .feed(lines, true)
    .filter((record) => !isBlank(record))
  const widths = new Map<number, number>()
  for (const { cells } of records)
    if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  return { records, score: Math.max(0, ...widths.values()) }
}

/** Of the longest. By hand: so many arguments as a list may have lines are more than a call takes. */
const widthOf = (lines: readonly { length: number }[]): number =>
  lines.reduce((width, { length }) => Math.max(width, length), 0)

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
    return tableOf(records.slice(line + 1), headings, at, records.slice(0, line))
  }
  return undefined
}

const rankOf = (cell: string): number =>
  knownHeadings.indexOf(
    inAscii(cell)
      .replace(/[\s"'`_:-]+/g, ' ')
      .trim()
      .toLowerCase(),
  )

const hasHeadings = ([first]: Parsed['records']): boolean =>
  first !== undefined && first.cells.length > 1 && !first.cells.some((cell) => /\p{Nd}/u.test(cell))

/** By what its cells hold: the column that holds SIM IDs mostly. */
function byCells(records: Parsed['records']): Table | RefusedList | undefined {
  const width = widthOf(records.map(({ cells }) => cells))
  if (width < 2) return undefined
  const withHeadings = hasHeadings(records)
  const below = withHeadings ? records.slice(1) : records
  const columns = columnsOf(below)
  const headings = withHeadings ? (records[0]?.cells ?? []) : []
  const holding = columns.filter(({ sims }) => sims > 0)
  const [only] = holding
  // A sentence with a comma: a column would be a part of what it says.
  const isTable = withHeadings && below.length > 1 && below.every(({ cells }) => cells.length === width)
  if ((below.some(isTelling) && !isTable) || (records.length === 1 && holding.length > 1)) return undefined
  if (holding.length === 1 && only && only.sims * 2 > only.filled) return tableOf(below, headings, only.at)
  // Words in lines of the same shape are a table that has lost its SIM IDs, not a list of a hundred bad ones.
  if (holding.length === 0)
    return below.length > 1 && below.every(({ cells }) => cells.length === width)
      ? refused('No column of the list contains SIM IDs. Put ICCID at the head of the one that does.')
      : undefined
  if (holding.length > 1 && (withHeadings || holding.length < columns.length))
    return severalColumns(holding.map(({ at }) => headings[at] ?? `column ${at + 1}`))
  return undefined
}

/** Whether a cell says more than its SIM IDs: sentences, markup, queries. */
const isTelling = ({ cells }: { cells: readonly string[] }): boolean =>
  cells.some((cell) => !isSim(cell) && simsOf(cell).length > 0)

/** What each column holds that is not empty. A line may be very wide, and a list very long: never both together. */
function columnsOf(records: Parsed['records']) {
  const columns = new Map<number, { at: number; sims: number; filled: number }>()
  for (const { cells } of records)
    cells.forEach((cell, at) => {
      if (isEmpty(cell)) return
      const column = columns.get(at) ?? { at, sims: 0, filled: 0 }
      column.filled++
      if (isSim(cell)) column.sims++
      columns.set(at, column)
    })
  return [...columns.values()].toSorted((one, other) => one.at - other.at)
}

const isEmpty = (cell: string): boolean => isBlank({ line: 0, cells: [cell] })

const mostNamed = 10

function severalColumns(names: readonly string[]): RefusedList {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  return refused(
    `Several columns of the list hold SIM IDs: ${names.slice(0, mostNamed).join(', ')}${more}. Head only the one that is meant with ICCID.`,
  )
}

function tableOf(
  records: Parsed['records'],
  headings: string[],
  at: number,
  above: Parsed['records'] = [],
): Table | RefusedList {
  const bad = records.find(({ fault }) => fault !== undefined)
  if (bad) return refused(`Line ${bad.line} of the list ${bad.fault}.`)
  return { above: above.map(({ cells }) => cells), rows: records.map(({ cells }) => cells), headings, at }
}

function listOfTable({ above, rows, headings, at }: Table): BatchList {
  const isOwnResult = batchResultHeadings.every((name) =>
    headings.some((heading) => plainHeading(heading) === name),
  )
  const used = new Set<number>()
  for (const cells of [headings, ...rows])
    cells.forEach((cell, column) => {
      if (!isEmpty(cell)) used.add(column)
    })
  const others = [...used]
    .toSorted((one, other) => one - other)
    .map((column) => ({ at: column, heading: headings[column] ?? '' }))
    // Our own result comes back with what the list was given with; what came of it will be told again.
    .filter(
      ({ heading }) => !(isOwnResult && batchResultHeadings.some((name) => name === plainHeading(heading))),
    )
    .filter((column) => column.at !== at)
    .map((column) => ({
      at: column.at,
      name: oneLine(column.heading, longestOtherHeading) || `Column ${column.at + 1}`,
    }))
  const kept = unique(others.slice(0, mostOtherColumns))
  const filled = rows.filter((cells) => !cells.every(isEmpty))
  const named = filled.filter((cells) => entryOf(cells[at] ?? '') !== '' && !isNoSim(cells, at))
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
    leftOut: leftOutOf([...above, headings, ...rows].flat().flatMap(simsOf), list.entries),
  }
}

/** The headings once more, where lists were put together, or a total with its count. */
const isNoSim = (cells: readonly string[], at: number): boolean =>
  rankOf(cells[at] ?? '') >= 0 ||
  (!isSim(cells[at] ?? '') && total.test(cells.find((cell) => !isEmpty(cell))?.trim() ?? ''))

const total = /^(?:grand |sub-?)?(?:totals?|sum|count|summe|gesamt|somme)\b/i

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
