import { useId, useRef } from 'react'
import { dataTable } from '../../texts/en-US/data-table.ts'
import { textsOf } from '../../texts/text.ts'
import { classes } from '../classes.ts'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import type { FilterChip } from './filter-chips.tsx'
import { clampPage, pageCountOf, rowsOnPage } from './page-window.ts'
import { Pagination } from './pagination.tsx'
import { sortAfterClick, type TableHeader } from './table.types.ts'
import { TableBody } from './table-body.tsx'
import { TableColumns } from './table-columns.tsx'
import { TableHead } from './table-head.tsx'
import { useTableLayout } from './table-layout.ts'
import { useTableModel } from './table-model.ts'
import { TableToolbar } from './table-toolbar.tsx'
import { useTableView } from './table-view.ts'
import { useAnnouncements } from './use-announcements.ts'
import { useRegion } from './use-region.ts'
import { useSelection } from './use-selection.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { useWarmOrders } from './use-warm-orders.ts'

const tableText = textsOf(dataTable)
const noFilters: readonly FilterChip[] = []
const rowHeights = { text: 32, controls: 36, sparklines: 40 } as const
const densities = { text: undefined, controls: styles.controls, sparklines: styles.sparklines } as const

/** The console's table (specification 2.14; design 4). */
export function DataTable(props: DataTableProps) {
  const {
    caption,
    headers,
    rows,
    state = 'fulfilled',
    isSortedByServer = false,
    totalRows,
    rowsPerPage = 100,
  } = props
  const {
    filters = noFilters,
    hasCount = false,
    density = 'text',
    isLog = false,
    mayHaveSubRows = false,
  } = props
  const captionId = useId()
  const edgesRef = useRef<HTMLDivElement>(null)
  const regionRef = useRef<HTMLDivElement>(null)
  const tableRef = useRef<HTMLTableElement>(null)

  const { sort, page: wantedPage, change } = useTableView(headers, props)
  const rowCount = totalRows ?? rows.length
  const pageCount = pageCountOf(rowCount, rowsPerPage)
  const page = clampPage(wantedPage, pageCount)
  const isPagedByServer = totalRows !== undefined
  const modelRows = useTableModel({
    headers,
    rows,
    sort,
    isSortedByServer,
    page,
    rowsPerPage,
    isPagedByServer,
  })
  useWarmOrders(headers, rows, !isSortedByServer)

  const layout = useTableLayout(headers, rows, {
    hasSelection: props.selected !== undefined,
    mayHaveSubRows,
  })
  const columnsKey = `${headers.map(({ key }) => key).join()} ${layout.columnCount}`
  const { isSideways, sticks } = useRegion(edgesRef, regionRef, tableRef, columnsKey)
  const virtual = useVirtualRows(modelRows, regionRef, rowHeights[density])

  const { first, last } = rowsOnPage(page, rowsPerPage, rowCount)
  const count = countText(first, last, rowCount)
  const isLoaded = state === 'fulfilled'
  useAnnouncements({ headers, sort, page, pageCount, count, isLoaded })

  const selection = useSelection(rows, props)

  const sortBy = (header: TableHeader) => {
    change({ sort: sortAfterClick(sort, header), page: 1 })
    virtual.toTop()
  }
  const goTo = (next: number, byPointer: boolean) => {
    change({ sort, page: next })
    virtual.toTop()
    // By keyboard the view stays with the focus, on the pages.
    if (byPointer) showTop(regionRef.current)
  }

  const isPending = state === 'pending'
  return (
    <div className={classes('narrow ink', styles.dataTable, densities[density], isLog && styles.log)}>
      <TableToolbar
        filters={filters}
        fields={props.toolbarFields}
        count={hasCount ? (rowCount > 0 ? count : '') : undefined}
        note={props.toolbarNote}
        actions={props.toolbarActions}
        ownAction={props.toolbarOwnAction}
        rowActions={(rowCount > 0 || isPending) && props.toolbarRowActions}
        isWaiting={rowCount === 0}
      />
      <div ref={edgesRef} className={`relative narrow ${styles.edges}`}>
        <section
          ref={regionRef}
          className={classes(
            'relative narrow',
            styles.region,
            isSideways && styles.sideways,
            sticks && styles.sticks,
            virtual.isVirtual && `line-below ${styles.virtual}`,
          )}
          aria-labelledby={captionId}
          tabIndex={isSideways || virtual.isVirtual ? 0 : undefined}
        >
          <table
            ref={tableRef}
            className={`whole ${styles.table}`}
            aria-busy={isPending || undefined}
            aria-rowcount={virtual.isVirtual ? modelRows.length + 1 : undefined}
            data-refetching={(isPending && rows.length > 0) || undefined}
            data-coming={(isPending && rows.length === 0) || undefined}
          >
            <caption id={captionId} className="visually-hidden">
              {caption}
            </caption>
            <TableColumns headers={headers} layout={layout} />
            <TableHead
              headers={headers}
              layout={layout}
              sort={sort}
              onSort={sortBy}
              selectAll={selection.all}
              onSelectAll={selection.toggleAll}
              rowIndex={virtual.isVirtual ? 1 : undefined}
            />
            <TableBody
              {...props}
              state={state}
              layout={layout}
              virtual={virtual}
              selected={selection.selected}
              onSelect={selection.toggle}
            />
          </table>
        </section>
      </div>
      {pageCount > 1 && (
        <div className={`row wrap between tabular quiet gap-8-16 ${styles.foot}`}>
          <span>{tableText('RowsPerPage', { count: rowsPerPage })}</span>
          <Pagination page={page} pageCount={pageCount} onPageChange={goTo} />
        </div>
      )}
    </div>
  )
}

function countText(first: number, last: number, total: number): string {
  if (total === 1) return tableText('OneRow')
  if (last - first + 1 >= total) return tableText('RowCount', { total })
  return tableText('RowsOfTotal', { first, last, total })
}

/** Brings the beginning of the table into view if it is above. */
function showTop(region: HTMLElement | null) {
  if (region && region.getBoundingClientRect().top < 0) region.scrollIntoView({ block: 'start' })
}
