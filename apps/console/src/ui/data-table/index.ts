export { DataTable } from './data-table.tsx'
export type { DataTableProps } from './data-table-props.ts'
export { type FilterChip, FilterChips } from './filter-chips.tsx'
export { type ColumnPlan, lazyRows, type RowPlan } from './lazy-rows.ts'
export { Pagination } from './pagination.tsx'
export { rowsInOrder } from './row-order.ts'
export {
  ascending,
  defaultDirection,
  type RowState,
  type SortDirection,
  type SortingValue,
  type TableCell,
  type TableHeader,
  type TableRow,
  type TableSort,
} from './table.types.ts'
export type { TableError } from './table-messages.tsx'
export type { TableView } from './table-view.ts'
