import type { SimActivityItem } from '@support-console/contract'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { newTransactionId, recordAction, saveFile } from '../../api/index.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import {
  DataTable,
  type FilterChip,
  lazyRows,
  rowsInOrder,
  type TableSort,
} from '../../ui/data-table/index.ts'
import { DownloadIcon } from '../../ui/icons/controls.tsx'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import { carrierNames } from '../sim-id/index.ts'
import { useViewInAddress } from '../table-address/index.ts'
import { headersFor, planFor } from './columns.tsx'
import { csvOf, fileNameOf } from './csv.ts'
import { type Filters, filtered, hasError } from './filters.ts'
import { type Search, sayDays } from './search.ts'
import { text } from './texts.ts'
import { offsetNow, timeParts } from './times.ts'
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
  const { items, state, error } = activity
  const { status, carrier } = search.by === 'simId' ? filters : noFilters
  const shown = useMemo(() => filtered(items, { status, carrier }), [items, status, carrier])
  const newest = items[0]
  const offset = newest ? timeParts(newest.localDate).offset : offsetNow()
  const headers = useMemo(() => headersFor(offset), [offset])
  const { view, sort, changeView } = useViewInAddress(headers, newestFirst)
  const rows = useMemo(
    () => lazyRows(shown, planFor({ offset, path: pathname, wanted: status })),
    [shown, offset, pathname, status],
  )

  const download = () => {
    const fileName = fileNameOf(search)
    recordAction(text('ScreenTitle'), text('ActionDownload', { file: fileName }), newTransactionId())
    const place = new Map(rows.map((row, index) => [row, index]))
    const ordered = rowsInOrder(rows, sort).map((row) => shown[place.get(row) ?? 0] as SimActivityItem)
    saveFile(new Blob([csvOf(ordered)], { type: 'text/csv;charset=utf-8' }), fileName)
    announce(text('Saved', { file: fileName }))
  }
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
        shown.length > 0 && (
          <Button size="tool" icon={<DownloadIcon />} onPress={download}>
            {text('Download')}
          </Button>
        )
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
  const errors = shown.filter(hasError).length
  const said = [
    errors === 1 && text('OneError'),
    errors > 1 && text('Errors', { count: errors.toLocaleString('en-US') }),
    hasMore && text(more, { count: items.length.toLocaleString('en-US') }),
  ].filter((part) => part !== false)
  return said.length > 0 ? said.join(' · ') : undefined
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
    return [{ id: 'transaction', key: text('ColumnTransactionId'), value, isMono: true }]
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
    key: text('ChipDates'),
    value: sayDays(search),
    ...(isAllTime && { onRemove: () => onSearch({ ...search, isAllTime: false }) }),
  })
  return chips
}
