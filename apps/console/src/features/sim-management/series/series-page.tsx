import type { Series } from '@support-console/contract'
import { useParams } from 'react-router'
import { useAccess } from '../../../api/index.ts'
import { useChange } from '../../../api/use-change.ts'
import { useRead } from '../../../api/use-read.ts'
import { ReadPage } from '../../../kit/skeleton/index.ts'
import { BegunLine } from '../../../kit/undertaking/index.ts'
import { Asked } from '../../../kit/why/index.ts'
import { Button } from '../../../ui/button.tsx'
import type { MarkKind } from '../../../ui/icons/marks.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { Said } from '../../../ui/thing.tsx'
import { Batches } from './series-batches.tsx'
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
  return (
    <ReadPage of={read} loading={text('Loading')}>
      {(series) => <Shown series={series} onChanged={() => void read.refetch()} />}
    </ReadPage>
  )
}

interface ShownProps {
  readonly series: Series
  readonly onChanged: () => void
}

function Shown({ series, onChanged }: ShownProps) {
  const { seriesId, counts, finishedAt, leftMs, company } = series
  const stop = useChange('POST /simmanagement/v1/series/{seriesId}/stop', text('ScreenTitle'), onChanged)
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
            {!isOver && may && series.stoppedAt === null && (
              <Asked
                busyText={text('Stopping')}
                change={stop}
                title={text('StopQuestion')}
                consequences={[
                  text('StopLeaves', { count: counts.waiting + counts.ready }),
                  text('StopKeeps'),
                ]}
                verb={text('StopVerb')}
                onConfirm={() =>
                  stop.start({ params: { seriesId } }, text('ActionStop', { series: seriesId }))
                }
              >
                {text('Stop')}
              </Asked>
            )}
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
          {company && <Said>{text('OfCompany', { name: company.name })}</Said>} <BegunLine of={series} />
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
            : counts.waiting > 0 &&
              text(series.stoppedAt === null ? 'Waiting' : 'StoppedWaiting', { count: counts.waiting })}
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
