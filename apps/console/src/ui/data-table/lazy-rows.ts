import type { SortingValue, TableCell, TableRow } from './table.types.ts'

/** How the cells of one column are made from an item. */
export interface ColumnPlan<Item> {
  /** Without it the item's own value of the column's key. */
  columnContent?: (item: Item) => TableCell['columnContent']
  /** Without it the column is sorted by its content where that is a text or a number, else by the item's own value. */
  sortingValue?: (item: Item) => SortingValue
  htmlAttributes?: (item: Item) => TableCell['htmlAttributes']
  cellAction?: (item: Item) => TableCell['cellAction']
}

/** How a row is made from an item. Keep it outside the component or memoised: a new plan makes new rows. */
export interface RowPlan<Item, Sub = Item> {
  key: (item: Item) => string
  columns: Readonly<Record<string, ColumnPlan<Item>>>
  /** What the row is called, where its identifying column does not tell it from others. */
  name?: (item: Item) => string
  subRows?: (item: Item) => { items: readonly Sub[]; plan: RowPlan<Sub> } | undefined
  state?: (item: Item) => TableRow['state']
  href?: (item: Item) => string | undefined
  onClick?: (item: Item) => void
}

/** One item as a row; its cells are built when they are first asked for. */
class LazyRow<Item, Sub> implements TableRow {
  readonly key: string
  readonly #item: Item
  readonly #plan: RowPlan<Item, Sub>
  #columns: TableCell[] | undefined
  #subRows: TableRow[] | null | undefined

  constructor(item: Item, plan: RowPlan<Item, Sub>) {
    this.key = plan.key(item)
    this.#item = item
    this.#plan = plan
  }

  get columns(): readonly TableCell[] {
    this.#columns ??= Object.entries(this.#plan.columns).map(([key, column]) =>
      cellOf(key, column, this.#item),
    )
    return this.#columns
  }

  get subRows(): readonly TableRow[] | undefined {
    if (this.#subRows === undefined) {
      const below = this.#plan.subRows?.(this.#item)
      this.#subRows = below && below.items.length > 0 ? lazyRows(below.items, below.plan) : null
    }
    return this.#subRows ?? undefined
  }

  get name() {
    return this.#plan.name?.(this.#item)
  }

  get state() {
    return this.#plan.state?.(this.#item)
  }

  get href() {
    return this.#plan.href?.(this.#item)
  }

  get onClick() {
    const { onClick } = this.#plan
    return onClick && (() => onClick(this.#item))
  }

  sortingValueOf(key: string): SortingValue {
    const column = this.#plan.columns[key]
    if (!column) return undefined
    if (column.sortingValue) return column.sortingValue(this.#item)
    const own = ownValueOf(key, this.#item)
    const content = column.columnContent?.(this.#item)
    return typeof content === 'string' || typeof content === 'number' ? content : own
  }
}

function ownValueOf(key: string, item: unknown): string | number | boolean | null {
  const value = (item as Readonly<Record<string, unknown>>)[key]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function cellOf<Item>(key: string, column: ColumnPlan<Item>, item: Item): TableCell {
  const htmlAttributes = column.htmlAttributes?.(item)
  return {
    key,
    columnContent: column.columnContent ? column.columnContent(item) : ownValueOf(key, item),
    cellAction: column.cellAction?.(item),
    ...(htmlAttributes && { htmlAttributes }),
  }
}

/**
 * Rows for any number of items: the table asks for the cells of those it shows only, so fifty thousand cost as much
 * as fifty. Memoise the result on `items`, for the table keeps its sorted orders by the array it was given.
 */
export function lazyRows<Item, Sub = Item>(items: readonly Item[], plan: RowPlan<Item, Sub>): TableRow[] {
  return items.map((item) => new LazyRow(item, plan))
}
