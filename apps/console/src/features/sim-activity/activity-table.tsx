import type { SimActivityItem } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { carrierNames } from '@support-console/contract/carriers'
import { useCallback, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useAccess } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { type FoundLog, LogTable, logText, sayDays, transactionChips } from '../../kit/log-search/index.ts'
import type { FilterChip } from '../../ui/data-table/index.ts'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import { headersForMany, headersForOne, planFor } from './columns.tsx'
import { type Filters, filtered, hasError } from './filters.ts'
import type { Search } from './search.ts'
import { fileNameOf, sheetOf } from './sheet.ts'
import { text } from './texts.ts'

interface ActivityTableProps {
  readonly search: Search
  readonly found: FoundLog<SimActivityItem>
  readonly filters: Filters
  readonly onFilter: (name: 'status' | 'carrier', value: string) => void
  readonly onSearch: (search: Search) => void
  readonly onTryAgain: () => void
}

/** What was found, filtered, and its download (2.7). */
export function ActivityTable(props: ActivityTableProps) {
  const { search, found, filters, onFilter, onSearch, onTryAgain } = props
  const isBare = useLocation().pathname === addresses.bareSimActivity()
  const leadsToAuditTrail = useAccess().may('user-actions.read')
  const { items } = found
  const isOfOneSim = search.by === 'simId'
  const { status, carrier } = search.by === 'simId' ? filters : noFilters
  const shown = useMemo(() => filtered(items, { status, carrier }), [items, status, carrier])
  const plan = useCallback(
    (offset: string) =>
      planFor({
        offset,
        pathOf: isBare ? addresses.bareSimActivity : addresses.simActivity,
        wanted: status,
        isOfOneSim,
        leadsToAuditTrail,
      }),
    [isBare, status, isOfOneSim, leadsToAuditTrail],
  )
  return (
    <LogTable
      list="simActivity"
      caption={text('Caption')}
      found={found}
      shown={shown}
      headersFor={isOfOneSim ? headersForOne : headersForMany}
      planFor={plan}
      onTryAgain={onTryAgain}
      emptyText={text('NoSimDataFound')}
      emptyHint={hintOf(search, items.length)}
      chips={chipsOf(search, { status, carrier }, onFilter, onSearch)}
      hasError={hasError}
      more={text(search.by === 'simId' ? 'HasMore' : 'HasMoreSims', {
        count: items.length,
      })}
      actions={
        search.by === 'transactionId' &&
        leadsToAuditTrail && (
          <Link to={addresses.auditTrail(search.transactionId)}>{text('UserActionsOfThis')}</Link>
        )
      }
      file={{
        name: fileNameOf(search),
        sheet: sheetOf,
        screenTitle: text('ScreenTitle'),
        action: (file) => text('ActionDownload', { file }),
      }}
    />
  )
}

const noFilters: Filters = { status: undefined, carrier: undefined }

/** What to try where there is nothing. */
function hintOf(search: Search, found: number): string {
  if (found > 0) return text('TryOtherFilters', { count: found })
  if (search.by === 'transactionId') return text('TryOtherTransaction')
  return search.isAllTime ? text('TryOtherSim') : text('TryAllTime')
}

function chipsOf(
  search: Search,
  { status, carrier }: Filters,
  onFilter: ActivityTableProps['onFilter'],
  onSearch: ActivityTableProps['onSearch'],
): FilterChip[] {
  if (search.by === 'transactionId') return transactionChips(search)
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
