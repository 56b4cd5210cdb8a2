import {
  type SortDirection,
  type SortingValue,
  sortingValueOf,
  type TableRow,
  type TableSort,
} from './table.types.ts'
import { type Order, orderOfTexts } from './text-order.ts'

/** The order of one column: indexes of the rows in groups of equal values, from small to large, and the empty ones. */
interface ColumnOrder {
  /** All indexes that have a value, ascending; equal ones in their given order. */
  ascending: Uint32Array
  /** Where each group of equal values starts in `ascending`, and at the end its length. */
  groupStarts: Uint32Array
  /** Indexes of the rows without a value, in their given order. */
  empty: Uint32Array
}

/** A value as what is compared: a number, a text, or nothing. */
function comparable(value: SortingValue): number | string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return value === '' || value.trim() === '' ? undefined : value
  const number = value instanceof Date ? value.getTime() : Number(value)
  return Number.isNaN(number) ? undefined : number
}

/** Sorts numbers; -0 and 0 are one. Each different number is ranked once and the indexes are laid out by rank. */
function orderOfNumbers(numbers: readonly number[]): Order {
  const rankOf = new Map<number, number>()
  for (const number of Float64Array.from(new Set(numbers)).sort())
    if (!rankOf.has(number)) rankOf.set(number, rankOf.size)
  const ranks = Uint32Array.from(numbers, (number) => rankOf.get(number) ?? 0)
  const next = new Uint32Array(rankOf.size + 1)
  for (const rank of ranks) next[rank + 1] = (next[rank + 1] ?? 0) + 1
  for (let rank = 1; rank < next.length; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const groupStarts = [...next.subarray(0, rankOf.size)]
  const ascending = new Uint32Array(numbers.length)
  for (let at = 0; at < ranks.length; at++) {
    const rank = ranks[at] ?? 0
    ascending[next[rank] ?? 0] = at
    next[rank] = (next[rank] ?? 0) + 1
  }
  return { ascending, groupStarts }
}

/**
 * Sorts values: numbers, dates and yes/no by size, texts in natural order after them, empty ones apart. Equal values
 * keep their order.
 */
export function orderOf(values: readonly SortingValue[]): ColumnOrder {
  const numbers: number[] = []
  const numberRows: number[] = []
  const texts: string[] = []
  const textRows: number[] = []
  const empty: number[] = []
  for (let index = 0; index < values.length; index++) {
    const value = comparable(values[index])
    if (typeof value === 'number') {
      numbers.push(value)
      numberRows.push(index)
    } else if (typeof value === 'string') {
      texts.push(value)
      textRows.push(index)
    } else {
      empty.push(index)
    }
  }
  const ofNumbers = orderOfNumbers(numbers)
  const ofTexts = orderOfTexts(texts)
  const ascending = new Uint32Array(numbers.length + texts.length)
  for (let at = 0; at < numbers.length; at++) ascending[at] = numberRows[ofNumbers.ascending[at] ?? 0] ?? 0
  for (let at = 0; at < texts.length; at++) {
    ascending[numbers.length + at] = textRows[ofTexts.ascending[at] ?? 0] ?? 0
  }
  const groupStarts = new Uint32Array(ofNumbers.groupStarts.length + ofTexts.groupStarts.length + 1)
  groupStarts.set(ofNumbers.groupStarts)
  let group = ofNumbers.groupStarts.length
  for (const start of ofTexts.groupStarts) groupStarts[group++] = numbers.length + start
  groupStarts[group] = ascending.length
  return { ascending, groupStarts, empty: Uint32Array.from(empty) }
}

/** All items in a direction. Descending turns the groups round, not what is in them: equal rows keep their order. */
export function inOrder<Item>(items: readonly Item[], order: ColumnOrder, direction: SortDirection): Item[] {
  const sorted: Item[] = new Array(items.length)
  let place = 0
  const take = (index: number | undefined) => {
    sorted[place++] = items[index ?? 0] as Item
  }
  if (direction === 'asc') {
    for (const index of order.ascending) take(index)
  } else {
    for (let group = order.groupStarts.length - 2; group >= 0; group--) {
      const end = order.groupStarts[group + 1] ?? 0
      for (let at = order.groupStarts[group] ?? 0; at < end; at++) take(order.ascending[at])
    }
  }
  for (const index of order.empty) take(index)
  return sorted
}

const known = new WeakMap<readonly TableRow[], Map<string, ColumnOrder>>()

/** The order of a column, made once for an array of rows and kept as long as the array lives. */
export function columnOrder(rows: readonly TableRow[], key: string): ColumnOrder {
  let orders = known.get(rows)
  if (!orders) {
    orders = new Map()
    known.set(rows, orders)
  }
  let order = orders.get(key)
  if (!order) {
    order = orderOf(rows.map((row) => sortingValueOf(row, key)))
    orders.set(key, order)
  }
  return order
}

/** Whether the order of a column is already there. */
export const hasColumnOrder = (rows: readonly TableRow[], key: string): boolean =>
  known.get(rows)?.has(key) ?? false

/** The rows as the table shows them in that order, all pages: for a file with the same rows. */
export const rowsInOrder = (rows: readonly TableRow[], { key, direction }: TableSort): TableRow[] =>
  inOrder(rows, columnOrder(rows, key), direction)
