import { useState } from 'react'
import { defaultDirection, type SortDirection, type TableHeader, type TableSort } from './table.types.ts'

/** What is seen of a table: its order and its page. A screen keeps it in the address (D25). */
export interface TableView {
  /** Without a direction the column's default holds: descending unless the header says otherwise. */
  sort?: { key: string; direction?: SortDirection | undefined } | undefined
  /** From 1. */
  page?: number | undefined
}

interface ViewOptions {
  /** The view where the screen keeps it. */
  readonly view?: TableView
  readonly defaultView?: TableView
  readonly onViewChange?: (view: { sort: TableSort | undefined; page: number }) => void
}

/** The view, kept by the screen or else by the table. A sort by a column that is not there is none. */
export function useTableView(headers: readonly TableHeader[], options: ViewOptions) {
  const { view, defaultView, onViewChange } = options
  const [own, setOwn] = useState<TableView>(defaultView ?? {})
  const { sort: wanted, page = 1 } = view ?? own
  const header = headers.find(({ key }) => key === wanted?.key)
  const sort: TableSort | undefined = header && {
    key: header.key,
    direction: wanted?.direction ?? defaultDirection(header),
  }
  const change = (next: { sort: TableSort | undefined; page: number }) => {
    if (!view) setOwn(next)
    onViewChange?.(next)
  }
  return { sort, page, change }
}
