import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import {
  DataTable,
  type FilterChip,
  lazyRows,
  type RowPlan,
  type TableHeader,
  type TableSort,
} from '../ui/data-table/index.ts'
import { type MarkKind, StateMark } from '../ui/icons/marks.tsx'
import { DownloadIcon } from '../ui/icons/screens.tsx'
import { Identifier } from '../ui/identifier.tsx'
import styles from './data-table-log.module.css'
import { type SampleEvent, type SampleStep, sampleEvents } from './data-table-samples.ts'

const headers: TableHeader[] = [
  { key: 'simId', value: 'Sim ID', isSortable: true, isIdentifier: true, width: 170 },
  { key: 'status', value: 'Status', isSortable: true, width: 150 },
  { key: 'description', value: 'Status Description', wrap: true },
  { key: 'date', value: 'Date (UTC)', isSortable: true, width: 150 },
  { key: 'localDate', value: 'Local Time (UTC−05:00)', isSortable: true },
  { key: 'transactionId', value: 'TransactionID', isSortable: true, width: 130 },
  { key: 'subTransactionId', value: 'SubTransId', width: 120 },
]

const marks: Record<string, MarkKind> = {
  Activated: 'ok',
  RatePlanChanged: 'ok',
  Deactivated: 'off',
  Error: 'error',
  ChangingRatePlan: 'pending',
}

const statusOf = ({ status }: { status: string }): ReactNode => (
  <span className={`inline gap-6 medium ${styles.status}`} data-kind={marks[status]}>
    <StateMark kind={marks[status] ?? 'unknown'} />
    {status}
  </span>
)

const timeOf = (date: Date): ReactNode => {
  const [day, time] = date.toISOString().split('T')
  return (
    <time className={`mono ${styles.time}`} dateTime={date.toISOString()}>
      <span>{day}</span> {time?.slice(0, 8)}
    </time>
  )
}

const fiveHours = 5 * 3_600_000
const stepPlan: RowPlan<SampleStep> = {
  key: ({ id }) => id,
  columns: {
    status: { columnContent: statusOf },
    description: { columnContent: ({ description }) => description },
    date: { columnContent: ({ date }) => timeOf(date) },
    localDate: { columnContent: ({ date }) => timeOf(new Date(date.getTime() - fiveHours)) },
    subTransactionId: {
      columnContent: ({ subTransactionId }) => <Identifier value={subTransactionId} isShort />,
    },
  },
  state: ({ status }) => (status === 'Error' ? 'error' : undefined),
}

const plan: RowPlan<SampleEvent, SampleStep> = {
  key: ({ id }) => id,
  columns: {
    simId: {
      columnContent: ({ simId }) => <Identifier value={simId} kind="iccid" copyName="SIM ID" />,
      sortingValue: ({ simId }) => simId,
    },
    status: { columnContent: statusOf },
    description: { columnContent: ({ description }) => description },
    date: { columnContent: ({ date }) => timeOf(date) },
    localDate: { columnContent: ({ date }) => timeOf(new Date(date.getTime() - fiveHours)) },
    transactionId: {
      columnContent: ({ transactionId }) => (
        <Identifier value={transactionId} kind="guid" isShort copyName="TransactionID" />
      ),
    },
    subTransactionId: { columnContent: () => null },
  },
  subRows: ({ later }) => ({ items: later, plan: stepPlan }),
  state: ({ status }) => (status === 'Error' ? 'error' : undefined),
}

const all = sampleEvents(1148)
const perPage = 100

/** What a server does: sorts all events and gives one page. */
function pageOf(sort: TableSort | undefined, page: number): SampleEvent[] {
  const values: Record<string, (event: SampleEvent) => string | number> = {
    simId: ({ simId }) => simId,
    status: ({ status }) => status,
    date: ({ date }) => date.getTime(),
    localDate: ({ date }) => date.getTime(),
    transactionId: ({ transactionId }) => transactionId,
  }
  const value = values[sort?.key ?? 'date'] ?? (() => 0)
  const turn = sort?.direction === 'asc' ? 1 : -1
  const sorted = [...all].sort((a, b) => (value(a) < value(b) ? -turn : value(a) > value(b) ? turn : 0))
  return sorted.slice((page - 1) * perPage, page * perPage)
}

/** The view in the address: ?sort=date&direction=desc&page=3, with Back (D25). */
function useAddress() {
  const [address, setAddress] = useState(location.search)
  useEffect(() => {
    const read = () => setAddress(location.search)
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const query = new URLSearchParams(address)
  const key = query.get('sort') ?? 'date'
  const direction: TableSort['direction'] = query.get('direction') === 'asc' ? 'asc' : 'desc'
  const page = Number(query.get('page') ?? 1)
  const go = (view: { sort: TableSort | undefined; page: number }) => {
    const next = new URLSearchParams(address)
    next.set('page', String(view.page))
    next.set('sort', view.sort?.key ?? 'date')
    next.set('direction', view.sort?.direction ?? 'desc')
    history.pushState(null, '', `?${next}`)
    setAddress(location.search)
  }
  return { key, direction, page, go }
}

/** A log as the SIM activity screen shows it: sorted and paged by the server, the view in the address. */
export function LogTable() {
  const { key, direction, page, go } = useAddress()
  const [filters, setFilters] = useState(['Carrier AT&T', 'Dates All Time'])
  const view = useMemo(() => ({ sort: { key, direction }, page }), [key, direction, page])
  const rows = useMemo(() => lazyRows(pageOf({ key, direction }, page), plan), [key, direction, page])
  const chips: FilterChip[] = [
    { id: 'sim', key: 'SIM ID', value: '8901…0054', isMono: true },
    ...filters.map((filter) => ({
      id: filter,
      key: filter.slice(0, filter.indexOf(' ')),
      value: filter.slice(filter.indexOf(' ') + 1),
      onRemove: () => setFilters(filters.filter((other) => other !== filter)),
    })),
  ]
  return (
    <DataTable
      caption="Sim activity"
      headers={headers}
      rows={rows}
      view={view}
      onViewChange={go}
      isSortedByServer
      totalRows={all.length}
      rowsPerPage={perPage}
      filters={chips}
      hasCount
      toolbarNote="2 errors on this page"
      toolbarActions={
        <Button size="tool" icon={<DownloadIcon />}>
          Download
        </Button>
      }
      isLog
    />
  )
}
