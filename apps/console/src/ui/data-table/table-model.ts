import {
  type ExpandedState,
  expandRows,
  memo,
  type Row,
  type RowModel,
  rowExpandingFeature,
  rowPaginationFeature,
  rowSortingFeature,
  type Table,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { columnOrder, inOrder } from './row-order.ts'
import type { TableHeader, TableRow, TableSort } from './table.types.ts'

/*
 * TanStack Table keeps the rows, what is opened, and the steps from all rows to those of the page. Two of the steps
 * are ours: sorting by ranks made once (row-order.ts) in place of comparing rows, and paging that does not walk over
 * rows that are not shown.
 */
const stateFeatures = { rowSortingFeature, rowExpandingFeature, rowPaginationFeature }
type Features = typeof stateFeatures
type Model = RowModel<Features, TableRow>

function sortedRows(table: Table<Features, TableRow>): () => Model {
  return memo({
    memoDeps: () => [table.atoms.sorting.get(), table.getPreSortedRowModel(), table.options.data],
    fn: () => {
      const before = table.getPreSortedRowModel()
      const sort = table.atoms.sorting.get()[0]
      if (!sort) return before
      const order = columnOrder(table.options.data, sort.id)
      return { ...before, rows: inOrder(before.rows, order, sort.desc ? 'desc' : 'asc') }
    },
  })
}

function pagedRows(table: Table<Features, TableRow>): () => Model {
  return memo({
    memoDeps: () => [
      table.getPrePaginatedRowModel(),
      table.atoms.pagination.get(),
      table.atoms.expanded.get(),
    ],
    fn: () => {
      const before = table.getPrePaginatedRowModel()
      const { pageIndex, pageSize } = table.atoms.pagination.get()
      const isWhole = pageIndex === 0 && pageSize >= before.rows.length
      const rows = isWhole ? before.rows : before.rows.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
      const expanded = table.atoms.expanded.get()
      const hasOpen = expanded === true || Object.keys(expanded).length > 0
      return hasOpen ? expandRows({ ...before, rows }) : { ...before, rows }
    },
  })
}

const features = tableFeatures({ ...stateFeatures, sortedRowModel: sortedRows, paginatedRowModel: pagedRows })

/** A row of the table: the given one as `original`, its `depth`, and whether it is opened. */
export type ModelRow = Row<typeof features, TableRow>

interface TableModelOptions {
  headers: readonly TableHeader[]
  rows: readonly TableRow[]
  sort: TableSort | undefined
  isSortedByServer: boolean
  /** From 1. */
  page: number
  rowsPerPage: number
  isPagedByServer: boolean
}

/** The rows to show, in order, with the sub rows of those that are opened. */
export function useTableModel(options: TableModelOptions): readonly ModelRow[] {
  const { headers, rows, sort, isSortedByServer, page, rowsPerPage, isPagedByServer } = options
  const [expanded, setExpanded] = useState<ExpandedState>({})
  const columns = useMemo(() => headers.map(({ key }) => ({ id: key })), [headers])
  const sortKey = sort?.key
  const isDescending = sort?.direction === 'desc'
  const sorting = useMemo(
    () => (sortKey === undefined ? [] : [{ id: sortKey, desc: isDescending }]),
    [sortKey, isDescending],
  )
  const pagination = useMemo(
    // A page of the server's is shown whole.
    () =>
      isPagedByServer
        ? { pageIndex: 0, pageSize: Number.POSITIVE_INFINITY }
        : { pageIndex: page - 1, pageSize: rowsPerPage },
    [page, rowsPerPage, isPagedByServer],
  )
  const table = useTable({
    features,
    columns,
    data: rows as TableRow[],
    getRowId: (row, _index, parent) => (parent ? `${parent.id}/${row.key}` : row.key),
    getSubRows: (row) => row.subRows as TableRow[] | undefined,
    state: { sorting, pagination, expanded },
    onExpandedChange: setExpanded,
    manualSorting: isSortedByServer,
    paginateExpandedRows: false,
    autoResetAll: false,
  })
  return table.getRowModel().rows
}
