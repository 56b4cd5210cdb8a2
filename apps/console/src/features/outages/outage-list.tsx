import type { KeptOutage } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { sayOutage } from '@support-console/contract/outages.words'
import { useMemo } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { useAddress } from '../../kit/use-address.ts'
import { DataTable, lazyRows, type RowPlan, type TableHeader } from '../../ui/data-table/index.ts'
import { sayDuration } from '../../ui/durations.ts'
import { plainTime } from '../../ui/local-time.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { Segments } from '../../ui/segments.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { Status } from '../../ui/status.tsx'
import { capital } from './say-outage.ts'
import { text } from './texts.ts'

const spans = [7, 30, 366] as const
const spanNames = { 7: 'Days7', 30: 'Days30', 366: 'Days366' } as const
const noOutages: readonly KeptOutage[] = []

/** Outages of the last days, which `days` of the address names. */
export function OutageList() {
  const { address, put } = useAddress()
  const days = spans.find((span) => String(span) === address.get('days')) ?? spans[0]
  const { data, error, isLoading, refetch } = useRead('GET /outages/v1/outages', {
    query: { days },
    news: 'attention',
  })
  const outages = data?.outages ?? noOutages
  const rows = useMemo(() => lazyRows(outages, plan), [outages])
  return (
    <Section
      title={text('Listed', { days })}
      actions={
        <Segments
          label={text('ShowDays')}
          segments={spans.map((span) => ({ key: String(span), label: text(spanNames[span]) }))}
          value={String(days)}
          onChange={(span) => put({ days: span === '7' ? null : span })}
        />
      }
    >
      <DataTable
        caption={text('ListTable')}
        headers={headers}
        rows={rows}
        state={error ? 'rejected' : isLoading ? 'pending' : 'fulfilled'}
        error={error ?? undefined}
        onTryAgain={() => void refetch()}
        emptyText={text('None')}
        emptyHint={text('NoneHint')}
      />
      {data?.hasMore && <p className="quiet">{text('HasMore', { count: outages.length })}</p>}
    </Section>
  )
}

const headers: TableHeader[] = [
  { key: 'outage', value: text('ColumnOutage'), isIdentifier: true, wrap: true },
  { key: 'from', value: text('ColumnFrom'), width: 130 },
  { key: 'until', value: text('ColumnUntil'), width: 130 },
  { key: 'lasted', value: text('ColumnLasted'), width: 120 },
  { key: 'most', value: text('ColumnMost'), align: 'end', width: 130 },
]

const lastedMs = ({ from, endedAt }: KeptOutage): number =>
  (endedAt === null ? serverNow() : Date.parse(endedAt)) - Date.parse(from)

const plan: RowPlan<KeptOutage> = {
  key: ({ outageId }) => outageId,
  columns: {
    outage: {
      columnContent: (outage) => (
        <Link to={addresses.outages(outage.outageId)}>{capital(sayOutage(outage))}</Link>
      ),
      sortingValue: sayOutage,
    },
    from: { columnContent: ({ from }) => sayShortly(from), sortingValue: ({ from }) => plainTime(from) },
    until: {
      columnContent: ({ endedAt }) =>
        endedAt === null ? <Status kind="error">{text('Lasts')}</Status> : sayShortly(endedAt),
      sortingValue: ({ endedAt }) => endedAt ?? '9',
    },
    lasted: {
      columnContent: ({ from, endedAt }) => sayDuration(from, endedAt ?? new Date(serverNow()).toISOString()),
      sortingValue: lastedMs,
    },
    most: {
      columnContent: ({ mostAway }) => mostAway.toLocaleString('en-US'),
      sortingValue: ({ mostAway }) => mostAway,
    },
  },
}
