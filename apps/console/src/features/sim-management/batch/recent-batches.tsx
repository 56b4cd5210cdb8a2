import type { BatchSummary } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useRead } from '../../../api/use-read.ts'
import { sayHowMany } from '../../../kit/thing-words.ts'
import { DataTable, type TableHeader, type TableRow } from '../../../ui/data-table/index.ts'
import { shortName } from '../../../ui/file-uploader/files.ts'
import { localTime, zoneOffset } from '../../../ui/local-time.ts'
import { Section } from '../../../ui/section.tsx'
import { serverNow } from '../../../ui/server-clock.ts'
import { Status } from '../../../ui/status.tsx'
import styles from '../sim-management.module.css'
import { text } from '../texts.ts'

/** How often the list is read while a batch in it runs, in ms. */
const whileRunning = 2500
const rowsPerPage = 10

const headers: readonly TableHeader[] = [
  {
    key: 'begun',
    value: text('Begun', { zone: zoneOffset(new Date(serverNow())) }),
    isSortable: true,
    isIdentifier: true,
    width: 150,
  },
  { key: 'what', value: text('What'), wrap: true },
  { key: 'who', value: text('Who'), wrap: true },
  { key: 'far', value: text('HowFar'), width: 160 },
  { key: 'state', value: text('State'), wrap: true },
]
const newestFirst = { sort: { key: 'begun', direction: 'desc' as const }, page: 1 }

/** 'Recent batches', no matter who began them, on whichever machine (D5, D6). */
export function RecentBatches() {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const query = useRead('GET /simmanagement/v1/batches', {
    news: 'batch',
    refetchInterval: ({ state: { data } }) =>
      data?.some((batch) => batch.finishedAt === null) && !document.hidden ? whileRunning : false,
  })
  const chosen = address.get('batch')
  const simId = address.get('simId') ?? undefined
  const rows = useMemo(
    () =>
      (query.data ?? []).map((batch) => {
        const href = addresses.simManagement({ simId, batch: batch.batchId })
        return rowOf(batch, href, () => navigate(href), batch.batchId === chosen)
      }),
    [query.data, chosen, simId, navigate],
  )
  const { error } = query
  return (
    <Section title={text('RecentBatches')}>
      <p className={`quiet ${styles.note}`}>{text('RecentNote')}</p>
      <DataTable
        caption={text('RecentCaption')}
        headers={headers}
        rows={rows}
        state={query.isPending ? 'pending' : error && !query.data ? 'rejected' : 'fulfilled'}
        error={error ? { status: error.heading, message: error.message } : undefined}
        onTryAgain={() => void query.refetch()}
        emptyText={text('NoBatches')}
        emptyHint={text('NoBatchesHint')}
        defaultView={newestFirst}
        rowsPerPage={rowsPerPage}
        isLog
      />
    </Section>
  )
}

function rowOf(batch: BatchSummary, href: string, onClick: () => void, isChosen: boolean): TableRow {
  const { day, time } = localTime(batch.createdAt)
  return {
    key: batch.batchId,
    href,
    onClick,
    state: isChosen ? 'selected' : undefined,
    columns: [
      {
        key: 'begun',
        columnContent: (
          <time className={`nowrap mono ${styles.time}`} dateTime={batch.createdAt}>
            <span>{day}</span> {time.slice(0, 5)}
          </time>
        ),
        sortingValue: Date.parse(batch.createdAt),
      },
      {
        key: 'what',
        columnContent: (
          <span className="anywhere" title={batch.fileName || undefined}>
            {[batch.fileName && shortName(batch.fileName), sayHowMany('sim', batch.counts.all)]
              .filter(Boolean)
              .join(', ')}
          </span>
        ),
      },
      { key: 'who', columnContent: <span className="anywhere">{batch.createdBy}</span> },
      { key: 'far', columnContent: <Far of={batch.counts} /> },
      {
        key: 'state',
        columnContent: <BatchState batch={batch} />,
        htmlAttributes: { style: { minWidth: 136 } },
      },
    ],
  }
}

/** Its shares, to scale; in words they stand beside it. */
function Far({ of: { all, success, error } }: { readonly of: BatchSummary['counts'] }) {
  return (
    <svg
      className={`block whole ${styles.far}`}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={(100 * success) / all} height="4" data-share="success" />
      <rect x={(100 * success) / all} width={(100 * error) / all} height="4" data-share="error" />
    </svg>
  )
}

function BatchState({ batch: { counts, finishedAt, stoppedAt } }: { readonly batch: BatchSummary }) {
  const { all, success, error } = counts
  const isRunning = finishedAt === null
  const word = isRunning ? 'StateRunning' : stoppedAt === null ? 'StateDone' : 'StateStopped'
  const why = [
    text('StateProgress', { done: isRunning ? success + error : success, all }),
    error === 1 && text('StateOneError'),
    error > 1 && text('StateErrors', { count: error }),
  ].filter((part) => part !== false)
  return (
    <Status kind={isRunning ? 'running' : error > 0 ? 'warn' : 'ok'} className={styles.rowStatus}>
      {text(word)} <span className="regular quiet">{why.join(', ')}</span>
    </Status>
  )
}
