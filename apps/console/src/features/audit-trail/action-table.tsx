import type { UserActionItem } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { type ReactNode, useCallback } from 'react'
import { useAccess } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { type FoundLog, LogTable, logText, sayDays, transactionChips } from '../../kit/log-search/index.ts'
import type { FilterChip } from '../../ui/data-table/index.ts'
import { Thing } from '../../ui/thing.tsx'
import { headersFor, planFor } from './columns.tsx'
import { AboutMarks } from './description.tsx'
import { hasError } from './entries.ts'
import { labelOf } from './pages.ts'
import type { EmailSearch, Search } from './search.ts'
import { fileNameOf, sheetOf } from './sheet.ts'
import { text } from './texts.ts'

interface ActionTableProps {
  readonly search: Search
  readonly found: FoundLog<UserActionItem>
  readonly onSearch: (search: Search) => void
  readonly onTryAgain: () => void
  /** What the screen does beside a search. */
  readonly ownAction: ReactNode
}

/** What was found, and its download (2.12). */
export function ActionTable({ search, found, onSearch, onTryAgain, ownAction }: ActionTableProps) {
  const { items } = found
  const leadsToSimActivity = useAccess().may('sim-activity.read')
  const isOfOne = search.by === 'transactionId'
  const searched = search.by === 'email' ? search.text : ''
  const plan = useCallback(
    (offset: string) => planFor({ offset, isOfOne, leadsToSimActivity, searched }),
    [isOfOne, leadsToSimActivity, searched],
  )
  return (
    <LogTable
      list="auditTrail"
      caption={text('Caption')}
      found={found}
      shown={items}
      headersFor={headersFor}
      planFor={plan}
      onTryAgain={onTryAgain}
      emptyText={text('NoUserActionDataFound')}
      emptyHint={hintOf(search)}
      chips={chipsOf(search, onSearch)}
      hasError={(item) => hasError(item, searched)}
      more={text('HasMore', { count: items.length })}
      actions={
        <>
          {search.by === 'transactionId' && leadsToSimActivity && items[0]?.hasSimActivity && (
            <Link to={addresses.simActivity(search.transactionId)}>{text('SimActivityOfThis')}</Link>
          )}
          {search.by === 'transactionId' && items.length > 0 && (
            <Thing of="transaction" id={search.transactionId}>
              {text('WholeTransaction')}
            </Thing>
          )}
          {items.length > 0 && <AboutMarks />}
          {ownAction}
        </>
      }
      file={{
        name: fileNameOf(search),
        sheet: (inOrder) => sheetOf(inOrder, isOfOne),
        screenTitle: text('ScreenTitle'),
        action: (file) => text('ActionDownload', { file }),
      }}
    />
  )
}

/** What to try where there is nothing. */
function hintOf(search: Search): string {
  if (search.by === 'transactionId') return text('TryOtherTransaction')
  const { isAllTime, page, changesOnly } = search
  const hint =
    search.text !== '' || page !== undefined || changesOnly
      ? text(isAllTime ? 'TryOtherFiltersEver' : 'TryOtherFilters')
      : text(isAllTime ? 'TryOtherEmail' : 'TryAllTime')
  return search.hidesRobot ? `${hint} ${text('RobotIsHidden')}` : hint
}

function chipsOf(search: Search, onSearch: ActionTableProps['onSearch']): FilterChip[] {
  if (search.by === 'transactionId') return transactionChips(search)
  const change = (part: Partial<EmailSearch>) => () => onSearch({ ...search, ...part })
  const { email, page, isAllTime, changesOnly } = search
  const chips: FilterChip[] = [
    email === ''
      ? { id: 'email', key: text('Email'), value: text('Everybody') }
      : { id: 'email', key: text('Email'), value: email, onRemove: change({ email: '' }) },
  ]
  if (search.text !== '')
    chips.push({ id: 'text', key: text('ChipText'), value: search.text, onRemove: change({ text: '' }) })
  if (page !== undefined)
    chips.push({ id: 'page', key: text('Page'), value: labelOf(page), onRemove: change({ page: undefined }) })
  if (changesOnly)
    chips.push({
      id: 'changes',
      key: text('ChipShown'),
      value: text('ChangesOnly'),
      onRemove: change({ changesOnly: false }),
    })
  chips.push({
    id: 'dates',
    key: logText('ChipDates'),
    value: sayDays(search),
    ...(isAllTime && { onRemove: change({ isAllTime: false }) }),
  })
  return chips
}
