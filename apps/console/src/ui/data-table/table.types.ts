import type { HTMLAttributes, ReactNode } from 'react'

/** What a cell is sorted by. `null`, `undefined`, '', NaN and an invalid date are empty and always come last. */
export type SortingValue = string | number | boolean | Date | null | undefined

export type SortDirection = 'asc' | 'desc'

/** The column a table is sorted by, and in which direction. */
export interface TableSort {
  key: string
  direction: SortDirection
}

/** What a row says by its bar (specification 2.4, 2.10); its mark and word stand in a column of their own. */
export type RowState = 'success' | 'error' | 'running' | 'pending' | 'selected'

/** A cell (specification 2.14). */
export interface TableCell {
  /** The key of the header it stands under. */
  key: string
  /** What is shown. Empty content (null, undefined, '') is shown as a dash. */
  columnContent: ReactNode
  /** What it is sorted by; without it, the content if that is a text or a number. */
  sortingValue?: SortingValue
  /** For the `td`, for example a title or a data attribute. */
  htmlAttributes?: HTMLAttributes<HTMLTableCellElement> & { [data: `data-${string}`]: string | undefined }
  /** A small control behind the content, seen while the row is under the pointer or has focus: Copy. */
  cellAction?: ReactNode
}

/** A row (specification 2.14). `lazyRows` makes rows whose cells are built only when they are shown. */
export interface TableRow {
  /** Unique in the table, and the same for the same thing as long as the table lives. */
  key: string
  columns: readonly TableCell[]
  /** What the row is called, where its identifying column does not tell it from others. */
  name?: string | undefined
  /** What belongs to this row and is shown under it when it is opened. In the order given, never sorted. */
  subRows?: readonly TableRow[] | undefined
  state?: RowState | undefined
  /** Where a click on the row leads. The link stands in the identifying column. */
  href?: string | undefined
  /** What a click on the row does; with `href` it is called instead of the browser's own navigation. */
  onClick?: (() => void) | undefined
  /** What a column is sorted by, without building the cell. */
  sortingValueOf?(key: string): SortingValue
}

/** A column's header (specification 2.14). */
export interface TableHeader {
  key: string
  /** The title. */
  value: string
  /** Shown in place of the title, which stays as what is announced; for example a title with a part set in mono. */
  content?: ReactNode
  isSortable?: boolean
  /** The direction of the first click; without it a column starts descending. */
  shouldSortInAscendingOrderByDefault?: boolean
  /** Width in pixels that the column has at least, so that the first page does not decide about all. */
  width?: number
  /** Numbers stand at the end. */
  align?: 'start' | 'end'
  /** Whether the content may take several lines. Such columns share the room that is left. */
  wrap?: boolean
  /** Set in mono: what a machine made. */
  mono?: boolean
  /** The column that names the row: it stays in place when the table scrolls sideways, and holds the row's link. Without one it is the first. */
  isIdentifier?: boolean
  /** It says in words that a click opens the row: the table adds no mark for that. */
  opensRow?: boolean
}

/** Of a column that is sorted from its beginning first. */
export const ascending = { isSortable: true, shouldSortInAscendingOrderByDefault: true } as const

/** The value a row is sorted by in a column. */
export function sortingValueOf(row: TableRow, key: string): SortingValue {
  if (row.sortingValueOf) return row.sortingValueOf(key)
  const cell = row.columns.find((column) => column.key === key)
  if (!cell) return undefined
  if (cell.sortingValue !== undefined) return cell.sortingValue
  const { columnContent } = cell
  return typeof columnContent === 'string' || typeof columnContent === 'number' ? columnContent : undefined
}

/** The direction in which a column is sorted first (specification 2.14: descending unless the header says otherwise). */
export function defaultDirection(header: TableHeader | undefined): SortDirection {
  return header?.shouldSortInAscendingOrderByDefault ? 'asc' : 'desc'
}

/** The sort after a click on a header: the sorted column flips, a new one starts with its default direction. */
export function sortAfterClick(current: TableSort | undefined, header: TableHeader): TableSort {
  if (current?.key !== header.key) return { key: header.key, direction: defaultDirection(header) }
  return { key: header.key, direction: current.direction === 'asc' ? 'desc' : 'asc' }
}
