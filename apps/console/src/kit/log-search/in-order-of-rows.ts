import { rowsInOrder, type TableRow, type TableSort } from '../../ui/data-table/index.ts'

/** The items in the order of their rows; `rows[i]` shows `items[i]`. */
export function inOrderOfRows<Item>(
  items: readonly Item[],
  rows: readonly TableRow[],
  sort: TableSort,
): Item[] {
  const place = new Map(rows.map((row, index) => [row, index]))
  return rowsInOrder(rows, sort).map((row) => items[place.get(row) ?? 0] as Item)
}
