import type { SimActivityItem } from '@support-console/contract'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { useAccess } from '../../api/index.ts'
import { DataTable, type FilterChip, lazyRows, type TableSort } from '../../ui/data-table/index.ts'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import {
  inOrderOfRows,
  LogDownload,
  logNote,
  logText,
  offsetNow,
  sayDays,
  timeParts,
} from '../log-search/index.ts'
import { carrierNames } from '../sim-id/index.ts'
import { useViewInAddress } from '../table-address/index.ts'
import { headersFor, planFor, userActionsOf } from './columns.tsx'
import { csvOf, fileNameOf } from './csv.ts'
import { type Filters, filtered, hasError } from './filters.ts'
import type { Search } from './search.ts'
import { text } from './texts.ts'
import type { Activity } from './use-activity.ts'

const rowsPerPage = 100
const newestFirst: TableSort = { key: 'date', direction: 'desc' }

interface ActivityTableProps {
  readonly search: Search
  readonly activity: Activity
  readonly filters: Filters
  readonly onFilter: (name: 'status' | 'carrier', value: string) => void
  readonly onSearch: (search: Search) => void
  readonly onTryAgain: () => void
}

/** What was found, filtered, and its download (2.7). */
export function ActivityTable({
  search,
  activity,
  filters,
  onFilter,
  onSearch,
  onTryAgain,
}: ActivityTableProps) {
  const { pathname } = useLocation()
  const leadsToUserActions = useAccess().may('user-actions.read')
  const { items, state, error } = activity
  const { status, carrier } = search.by === 'simId' ? filters : noFilters
  const shown = useMemo(() => filtered(items, { status, carrier }), [items, status, carrier])
  const newest = items[0]
  const offset = newest ? timeParts(newest.localDate).offset : offsetNow()
  const headers = useMemo(() => headersFor(offset), [offset])
  const { view, sort, changeView } = useViewInAddress(headers, newestFirst)
  const rows = useMemo(
    () => lazyRows(shown, planFor({ offset, path: pathname, wanted: status, leadsToUserActions })),
    [shown, offset, pathname, status, leadsToUserActions],
  )

  const fileName = fileNameOf(search)
  return (
    <DataTable
      caption={text('Caption')}
      headers={headers}
      rows={rows}
      state={state}
      error={error ? { status: error.heading, message: error.message } : undefined}
      onTryAgain={onTryAgain}
      emptyText={text('NoSimDataFound')}
      emptyHint={hintOf(search, items.length)}
      view={view}
      onViewChange={changeView}
      rowsPerPage={rowsPerPage}
      filters={chipsOf(search, { status, carrier }, onFilter, onSearch)}
      hasCount
      toolbarNote={noteOf(search, shown, activity)}
      toolbarActions={
        <>
          {search.by === 'transactionId' && leadsToUserActions && (
            <Link to={userActionsOf(search.transactionId)}>{text('UserActionsOfThis')}</Link>
          )}
          {shown.length > 0 && (
            <LogDownload
              fileName={fileName}
              csv={() => csvOf(inOrderOfRows(shown, rows, sort))}
              screenTitle={text('ScreenTitle')}
              action={text('ActionDownload', { file: fileName })}
            />
          )}
        </>
      }
      isLog
      mayHaveSubRows
    />
  )
}

const noFilters: Filters = { status: undefined, carrier: undefined }

function noteOf(
  search: Search,
  shown: readonly SimActivityItem[],
  { hasMore, items }: Activity,
): string | undefined {
  const more = search.by === 'simId' ? 'HasMore' : 'HasMoreSims'
  return logNote(
    shown.filter(hasError).length,
    hasMore && text(more, { count: items.length.toLocaleString('en-US') }),
  )
}

/** What to try where there is nothing. */
function hintOf(search: Search, found: number): string {
  if (found > 0) return text('TryOtherFilters', { count: found.toLocaleString('en-US') })
  if (search.by === 'transactionId') return text('TryOtherTransaction')
  return search.isAllTime ? text('TryOtherSim') : text('TryAllTime')
}

function chipsOf(
  search: Search,
  { status, carrier }: Filters,
  onFilter: ActivityTableProps['onFilter'],
  onSearch: ActivityTableProps['onSearch'],
): FilterChip[] {
  if (search.by === 'transactionId') {
    const value = shortIdentifier(search.transactionId, 'guid')
    return [{ id: 'transaction', key: logText('ColumnTransactionId'), value, isMono: true }]
  }
  const { simId, isAllTime } = search
  const chips: FilterChip[] = [
    { id: 'sim', key: text('ChipSimId'), value: shortIdentifier(simId), isMono: true },
  ]
  if (status)
    chips.push({
      id: 'status',
      key: text('Status'),
      value: status,
      onRemove: () => onFilter('status', 'All'),
    })
  if (carrier)
    chips.push({
      id: 'carrier',
      key: text('Carrier'),
      value: carrierNames[carrier],
      onRemove: () => onFilter('carrier', 'All'),
    })
  chips.push({
    id: 'dates',
    key: logText('ChipDates'),
    value: sayDays(search),
    ...(isAllTime && { onRemove: () => onSearch({ ...search, isAllTime: false }) }),
  })
  return chips
}
