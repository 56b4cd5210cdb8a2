import type { UserActionItem } from '@support-console/contract'
import { useMemo } from 'react'
import { Link } from 'react-router'
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
import { useViewInAddress } from '../table-address/index.ts'
import { headersFor, planFor, simActivityOf } from './columns.tsx'
import { csvOf, fileNameOf } from './csv.ts'
import { AboutMarks } from './description.tsx'
import { hasError } from './entries.ts'
import { labelOf } from './pages.ts'
import type { EmailSearch, Search } from './search.ts'
import { text } from './texts.ts'
import type { Found } from './use-user-actions.ts'

const rowsPerPage = 100
const newestFirst: TableSort = { key: 'date', direction: 'desc' }

interface ActionTableProps {
  readonly search: Search
  readonly found: Found
  readonly onSearch: (search: Search) => void
  readonly onTryAgain: () => void
}

/** What was found, and its download (2.12). */
export function ActionTable({ search, found, onSearch, onTryAgain }: ActionTableProps) {
  const { items, state, error } = found
  const leadsToSimActivity = useAccess().may('sim-activity.read')
  const isOfOne = search.by === 'transactionId'
  const newest = items[0]
  const offset = newest ? timeParts(newest.localDate).offset : offsetNow()
  const headers = useMemo(() => headersFor(offset), [offset])
  const { view, sort, changeView } = useViewInAddress(headers, newestFirst)
  const rows = useMemo(
    () => lazyRows(items, planFor({ offset, isOfOne, leadsToSimActivity })),
    [items, offset, isOfOne, leadsToSimActivity],
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
      emptyText={text('NoUserActionDataFound')}
      emptyHint={hintOf(search)}
      view={view}
      onViewChange={changeView}
      rowsPerPage={rowsPerPage}
      filters={chipsOf(search, onSearch)}
      hasCount
      toolbarNote={noteOf(items, found)}
      toolbarActions={
        <>
          {search.by === 'transactionId' && leadsToSimActivity && newest?.hasSimActivity && (
            <Link to={simActivityOf(search.transactionId)}>{text('SimActivityOfThis')}</Link>
          )}
          {items.length > 0 && <AboutMarks />}
          {items.length > 0 && (
            <LogDownload
              fileName={fileName}
              csv={() => csvOf(inOrderOfRows(items, rows, sort), isOfOne)}
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

const noteOf = (items: readonly UserActionItem[], { hasMore }: Found): string | undefined =>
  logNote(
    items.filter(hasError).length,
    hasMore && text('HasMore', { count: items.length.toLocaleString('en-US') }),
  )

/** What to try where there is nothing. */
function hintOf(search: Search): string {
  if (search.by === 'transactionId') return text('TryOtherTransaction')
  const { isAllTime, page } = search
  const hint =
    search.text !== '' || page !== undefined
      ? text(isAllTime ? 'TryOtherFiltersEver' : 'TryOtherFilters')
      : text(isAllTime ? 'TryOtherEmail' : 'TryAllTime')
  return search.hidesRobot ? `${hint} ${text('RobotIsHidden')}` : hint
}

function chipsOf(search: Search, onSearch: ActionTableProps['onSearch']): FilterChip[] {
  if (search.by === 'transactionId') {
    const value = shortIdentifier(search.transactionId, 'guid')
    return [{ id: 'transaction', key: logText('ColumnTransactionId'), value, isMono: true }]
  }
  const change = (part: Partial<EmailSearch>) => () => onSearch({ ...search, ...part })
  const { email, page, isAllTime } = search
  const chips: FilterChip[] = [
    email === ''
      ? { id: 'email', key: text('Email'), value: text('Everybody') }
      : { id: 'email', key: text('Email'), value: email, onRemove: change({ email: '' }) },
  ]
  if (search.text !== '')
    chips.push({ id: 'text', key: text('ChipText'), value: search.text, onRemove: change({ text: '' }) })
  if (page !== undefined)
    chips.push({ id: 'page', key: text('Page'), value: labelOf(page), onRemove: change({ page: undefined }) })
  chips.push({
    id: 'dates',
    key: logText('ChipDates'),
    value: sayDays(search),
    ...(isAllTime && { onRemove: change({ isAllTime: false }) }),
  })
  return chips
}
