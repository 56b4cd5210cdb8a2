import { entryOf, isSim } from '@support-console/contract/batch-list'
import { isoText, numberText, timeText, unescaped } from './cell-text.ts'
import { longestCell } from './limits.ts'
import { isTrue, type Read, textCollector } from './workbook-parts.ts'
import type { Attributes, Listener } from './xml.ts'

/** What a sheet's cells refer to, and what is looked for in it. */
export interface SheetReading {
  texts: readonly string[]
  timeStyles: readonly boolean[]
  isFrom1904: boolean
  /** What is hidden or filtered out counts, too: someone wants it so (D42). */
  includesHidden: boolean
  isWanted: (cell: string) => boolean
  /** Characters that are kept at most. */
  longest: number
  /** Throws where the workbook has too many. */
  countCell: () => void
}

/** What stands in a sheet. */
export interface SheetText {
  /** Rows of cells as CSV, without columns that hold nothing; undefined: more than may be kept. */
  content: string | undefined
  /** How many rows that are; where they are too many, those that were read. */
  rows: number
  /** Rows and columns with something in them that are hidden or filtered out. */
  hidden: { rows: number; columns: number }
  holdsWanted: boolean
  /** The same of what is left out. */
  hiddenHoldsWanted: boolean
}

interface Cell {
  column: number
  text: string
}

const mostColumns = 16_384
/** Formatting may reach down to the last row: what has no cell is nothing, and most of the time of its part. */
const emptyRow = /<(?:\w{1,20}:)?row\b[^<>]*(?:\/>|>\s{0,9}<\/(?:\w{1,20}:)?row>)/g

/** @throws FileRefused */
export async function readSheet(read: Read, part: string, reading: SheetReading): Promise<SheetText> {
  const rows = new Rows(reading)
  await read(part, listenerFor(reading, rows))
  return rows.told()
}

/** Puts rows and cells together. They may have no places of their own (`r`): then each follows the last. */
function listenerFor(reading: SheetReading, rows: Rows): Listener {
  let cell: Attributes | undefined
  let [isInData, isValue, isFormula] = [false, false, false]
  let [value, formula] = ['', '']
  // Any number of runs may make one text.
  const hear = (more: string) => {
    if (value.length <= longestCell) value += more
  }
  const inline = textCollector(hear)
  return {
    prepare: (xml) => xml.replace(emptyRow, ''),
    hasEnough: () => rows.areTooMany(),
    open(name, attributes) {
      if (name === 'sheetData') isInData = true
      else if (name === 'col') rows.noteColumns(attributes())
      if (!isInData) return
      inline.open(name, attributes)
      if (name === 'row') rows.begin(attributes())
      else if (name === 'c') {
        cell = attributes()
        ;[value, formula] = ['', '']
      } else if (name === 'v') isValue = true
      else if (name === 'f') isFormula = true
    },
    close(name) {
      inline.close(name)
      if (name === 'v') isValue = false
      else if (name === 'f') isFormula = false
      else if (name === 'sheetData') isInData = false
      else if (name === 'row') rows.end()
      else if (name === 'c' && cell) {
        rows.add(cell.r, textOf(cell, value, formula, reading))
        cell = undefined
      }
    },
    text(more) {
      if (isValue) hear(more)
      else if (isFormula) formula = more
      else if (cell) inline.text(more)
    },
  }
}

/** A text that programs write as a formula without working it out: ="8901…". */
const formulaOfText = /^\s*"((?:[^"]|"")*)"\s*$/

function textOf(
  { t: kind, s: style }: Attributes,
  value: string,
  formula: string,
  reading: SheetReading,
): string {
  if (value === '') return formulaOfText.exec(formula)?.[1]?.replaceAll('""', '"') ?? ''
  switch (kind) {
    case 's':
      return reading.texts[Number(value)]?.trim() ?? ''
    case 'b':
      return isTrue(value) ? 'TRUE' : 'FALSE'
    case 'e':
      return ''
    case 'd':
      return isoText(value)
    case 'str':
    case 'inlineStr':
      return unescaped(value).trim()
    default:
      return reading.timeStyles[Number(style ?? 0)] ? timeText(value, reading.isFrom1904) : numberText(value)
  }
}

/** The rows that count, as long as they may be, and what is left out of them (D42). */
class Rows {
  readonly #reading: SheetReading
  /** 1 where hidden. */
  readonly #hiddenColumns = new Uint8Array(mostColumns + 1)
  readonly #kept: Cell[][] = []
  #characters = 0
  #rows = 0
  #row: Cell[] = []
  #isHidden = false
  #column = 0
  #hiddenRows = 0
  readonly #leftColumns = new Set<number>()
  #holdsWanted = false
  #hiddenHoldsWanted = false

  constructor(reading: SheetReading) {
    this.#reading = reading
  }

  noteColumns({ min, max, hidden, width }: Attributes): void {
    if (!isTrue(hidden) && !(width !== undefined && Number(width) === 0)) return
    // Any number of these may name all columns.
    this.#hiddenColumns.fill(1, Number(min), Number(max) + 1)
  }

  begin({ hidden, ht: height }: Attributes): void {
    this.#isHidden = isTrue(hidden) || (height !== undefined && Number(height) === 0)
    this.#row = []
    this.#column = 0
  }

  /** @param place 'B7', where the cell says so */
  add(place: string | undefined, text: string): void {
    this.#column = columnOf(place) ?? this.#column + 1
    if (text === '') return
    this.#reading.countCell()
    if (this.#column > mostColumns) return
    this.#row.push({ column: this.#column, text: text.slice(0, longestCell) })
  }

  end(): void {
    const { includesHidden, isWanted, longest } = this.#reading
    if (this.#row.length === 0) return
    if (this.#isHidden) this.#hiddenRows++
    const seen: Cell[] = []
    for (const cell of this.#row) {
      const isHiddenColumn = this.#hiddenColumns[cell.column] === 1
      if (isHiddenColumn) this.#leftColumns.add(cell.column)
      if (includesHidden || !(this.#isHidden || isHiddenColumn)) {
        seen.push(cell)
        this.#holdsWanted ||= isWanted(cell.text)
      } else this.#hiddenHoldsWanted ||= isWanted(cell.text)
    }
    if (seen.length === 0) return
    this.#rows++
    if (this.#characters > longest) return
    this.#kept.push(seen)
    this.#characters += seen.reduce((length, { text }) => length + text.length + 1, 0)
  }

  /** Whatever follows, the sheet is refused. */
  areTooMany(): boolean {
    return this.#holdsWanted && this.#characters > this.#reading.longest
  }

  told(): SheetText {
    return {
      content:
        this.#characters > this.#reading.longest ? undefined : csvOf(this.#kept, this.#reading.longest),
      rows: this.#rows,
      hidden: { rows: this.#hiddenRows, columns: this.#leftColumns.size },
      holdsWanted: this.#holdsWanted,
      hiddenHoldsWanted: this.#hiddenHoldsWanted,
    }
  }
}

/** 'A7' is 1, 'AA7' is 27. */
function columnOf(place: string | undefined): number | undefined {
  const [, letters] = /^\$?([A-Z]{1,3})\$?\d+$/i.exec(place ?? '') ?? []
  if (letters === undefined) return undefined
  return [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

/** Rows as CSV, each with all columns that hold anything; undefined where that is too long. */
function csvOf(rows: readonly (readonly Cell[])[], longest: number): string | undefined {
  const columns = [...new Set(rows.flatMap((cells) => cells.map(({ column }) => column)))].sort(
    (a, b) => a - b,
  )
  const places = new Map(columns.map((column, place) => [column, place]))
  let csv = ''
  for (const cells of rows) {
    const line = Array<string>(columns.length).fill('')
    for (const { column, text } of cells) line[places.get(column) ?? 0] = quoted(text)
    csv += `${line.join(',')}\n`
    if (csv.length > longest) return undefined
  }
  return csv
}

/** SIM IDs bare: their spaces part entries where there is but one column. */
function quoted(cell: string): string {
  const value = isSim(cell) ? entryOf(cell) : cell
  return `"${value.replaceAll('"', '""')}"`
}
