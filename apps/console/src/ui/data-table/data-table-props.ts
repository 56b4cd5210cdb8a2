import type { ReactNode } from 'react'
import type { FilterChip } from './filter-chips.tsx'
import type { TableHeader, TableRow, TableSort } from './table.types.ts'
import type { TableError } from './table-messages.tsx'
import type { TableView } from './table-view.ts'

export interface DataTableProps {
  /** What the table holds, for screen readers. */
  readonly caption: string
  /** Keep headers and rows the same objects as long as they say the same: orders are kept by them. */
  readonly headers: readonly TableHeader[]
  readonly rows: readonly TableRow[]

  /** How the call for the rows stands (specification 4). While pending the rows at hand stay. */
  readonly state?: 'initial' | 'pending' | 'fulfilled' | 'rejected'
  readonly error?: TableError | undefined
  readonly onTryAgain?: () => void
  /** The specification's sentence for no rows; 'No items found' unless told. */
  readonly emptyText?: string
  /** What to try when there are no rows. */
  readonly emptyHint?: ReactNode

  /** Order and page where the screen keeps them, for example in the address (D25); else the table does. */
  readonly view?: TableView
  readonly defaultView?: TableView
  readonly onViewChange?: (view: { sort: TableSort | undefined; page: number }) => void
  /** The server sorts: `rows` are in order already. */
  readonly isSortedByServer?: boolean
  /** The server pages: `rows` are one page of so many. */
  readonly totalRows?: number
  readonly rowsPerPage?: number

  /** Keys of the selected rows; with it the rows have checkboxes. */
  readonly selected?: ReadonlySet<string>
  readonly onSelectedChange?: (selected: Set<string>) => void

  readonly filters?: readonly FilterChip[]
  /** Before the chips: what else groups or narrows. */
  readonly toolbarFields?: ReactNode
  /** Whether the tool bar says how many rows there are; only where a tool bar is. */
  readonly hasCount?: boolean
  readonly toolbarNote?: ReactNode
  /** What is there without rows, too: 'View'. */
  readonly toolbarActions?: ReactNode
  /** The screen's own action, the last. */
  readonly toolbarOwnAction?: ReactNode
  /** What can be done with the rows: hidden where there are none, its place kept while they are loaded. */
  readonly toolbarRowActions?: ReactNode
  /** What the rows hold: 32, 36 or 40 high. */
  readonly density?: 'text' | 'controls' | 'sparklines'
  /** Closer cells, for logs. */
  readonly isLog?: boolean
  /** Keeps the place of the sub rows' buttons while no row has any, so that no column moves when one comes. */
  readonly mayHaveSubRows?: boolean
}
