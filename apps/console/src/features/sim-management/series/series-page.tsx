import type { Series } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAccess } from '../../../api/index.ts'
import { useChange } from '../../../api/use-change.ts'
import { useRead } from '../../../api/use-read.ts'
import { Link } from '../../../kit/link.tsx'
import { WhyLine } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../../ui/call-banner/open-outcome.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { DataTable, type TableHeader, type TableRow } from '../../../ui/data-table/index.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import type { MarkKind } from '../../../ui/icons/marks.tsx'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { plainTime, sayTime, zoneOffset } from '../../../ui/local-time.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { serverNow } from '../../../ui/server-clock.ts'
import { Status } from '../../../ui/status.tsx'
import { Said } from '../../../ui/thing.tsx'
import { text } from './texts.ts'
import { useSeries } from './use-series.tsx'

/** How often one that runs is read without news, in milliseconds. */
const readAgainMs = 3000

/** Many SIMs that are deactivated as batches: how far it is, its batches, and what is left (U15). */
export function SeriesPage() {
  const { seriesId = '' } = useParams()
  const read = useRead('GET /simmanagement/v1/series/{seriesId}', {
    params: { seriesId },
    news: 'series',
    isNews: (id) => id === seriesId,
    refetchInterval: ({ state }) => (state.data && state.data.finishedAt === null ? readAgainMs : false),
    retry: false,
  })
  if (read.data) return <Shown series={read.data} onChanged={() => void read.refetch()} />
  if (!read.error) return <LoadingMark>{text('Loading')}</LoadingMark>
  return (
    <Callout kind="error" title={read.error.heading}>
      {read.error.message}
    </Callout>
  )
}

interface ShownProps {
  readonly series: Series
  readonly onChanged: () => void
}

function Shown({ series, onChanged }: ShownProps) {
  const { counts, finishedAt, leftMs, company } = series
  const left = useSeries()
  const may = useAccess().may('sim-management.change')
  const isOver = finishedAt !== null
  return (
    <>
      <Section
        title={text('Title', { count: counts.all })}
        state={<State of={series} />}
        actions={
          <>
            {!isOver && may && series.stoppedAt === null && <Stop series={series} onChanged={onChanged} />}
            {isOver && may && series.left.length > 0 && (
              <Button
                look="danger"
                isBusy={left.isChecking}
                busyText={text('Checking')}
                onPress={() => void left.ask({ iccids: series.left }, company?.name ?? '')}
              >
                {text('GoOn')}
              </Button>
            )}
          </>
        }
      >
        <p className="quiet">
          {company && <Said>{text('OfCompany', { name: company.name })}</Said>}{' '}
          <WhyLine reason={series.reason} ticket={series.ticket} />{' '}
          <Said>{text('Facts', { time: sayTime(series.createdAt), who: series.createdBy })}</Said>{' '}
          {series.stoppedAt !== null && (
            <Said>{text('StoppedBy', { who: series.stoppedBy ?? '', time: sayTime(series.stoppedAt) })}</Said>
          )}{' '}
          <Link to={pageOf('transaction', series.transactionId)}>{text('Transaction')}</Link>
        </p>
        <ProgressBar
          label={text('Title', { count: counts.all })}
          total={counts.all}
          success={counts.success}
          error={counts.error}
          inFlight={counts.ready}
          secondsLeft={leftMs === null ? undefined : leftMs / 1000}
          isOver={isOver}
        />
        <p role="status">
          {isOver
            ? [
                text('Ended', { all: counts.all, success: counts.success }),
                series.left.length > 0 && text('Left', { count: series.left.length }),
              ]
                .filter(Boolean)
                .join(' ')
            : counts.waiting > 0 && text('Waiting', { count: counts.waiting })}
        </p>
        {left.question}
      </Section>
      <Batches series={series} />
    </>
  )
}

function State({ of: { finishedAt, stoppedAt, counts } }: { readonly of: Series }) {
  const [kind, word]: [MarkKind, Parameters<typeof text>[0]] =
    finishedAt === null
      ? ['running', 'Running']
      : counts.success === counts.all
        ? ['ok', 'Done']
        : ['warn', stoppedAt === null ? 'NotAll' : 'Stopped']
  return (
    <Status kind={kind} isTag>
      {text(word as 'Running')}
    </Status>
  )
}

function Stop({ series: { seriesId, counts }, onChanged }: ShownProps) {
  const stop = useChange('POST /simmanagement/v1/series/{seriesId}/stop', text('ScreenTitle'))
  const [isAsking, setAsking] = useState(false)
  const ended = async (answering: ReturnType<typeof stop.askAgain>) => {
    await answering
    onChanged()
  }
  return (
    <>
      <Button isBusy={stop.isPending} busyText={text('Stopping')} onPress={() => setAsking(true)}>
        {text('Stop')}
      </Button>
      <CallBanner call={stop} hidesSuccess />
      <OpenOutcome why={stop.open} onAskAgain={() => void ended(stop.askAgain())} />
      <ConfirmDialog
        isOpen={isAsking}
        title={text('StopQuestion')}
        consequences={[text('StopLeaves', { count: counts.waiting + counts.ready }), text('StopKeeps')]}
        verb={text('StopVerb')}
        onConfirm={() => {
          setAsking(false)
          void ended(stop.start({ params: { seriesId } }, text('ActionStop', { series: seriesId })))
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

const headers: TableHeader[] = [
  { key: 'number', value: text('Batch'), isIdentifier: true, width: 120 },
  { key: 'begun', value: text('Begun', { zone: zoneOffset(new Date(serverNow())) }), width: 200 },
  { key: 'state', value: text('State') },
]

/** Each leads to its own page with its SIMs. */
function Batches({ series: { batches, batchCount } }: { readonly series: Series }) {
  const navigate = useNavigate()
  const rows = useMemo(
    () =>
      batches.map((batch, at): TableRow => {
        const { all, success, error } = batch.counts
        const href = addresses.simManagement({ batch: batch.batchId })
        const kind = batch.finishedAt === null ? 'running' : error > 0 ? 'warn' : 'ok'
        return {
          key: batch.batchId,
          href,
          onClick: () => navigate(href),
          columns: [
            {
              key: 'number',
              columnContent: text('Number', { number: at + 1, all: batchCount }),
              sortingValue: at,
            },
            { key: 'begun', columnContent: plainTime(batch.createdAt) },
            {
              key: 'state',
              columnContent: (
                <Status kind={kind} why={error > 0 ? text('Errors', { count: error }) : undefined}>
                  {text('Progress', { success, all })}
                </Status>
              ),
              sortingValue: success,
            },
          ],
        }
      }),
    [batches, batchCount, navigate],
  )
  return (
    <Section title={text('Batches')}>
      <DataTable
        caption={text('BatchesCaption')}
        headers={headers}
        rows={rows}
        state="fulfilled"
        emptyText={text('NoBatch')}
      />
    </Section>
  )
}
