import type { Waves } from '@support-console/contract'
import { useParams } from 'react-router'
import { useRead } from '../../../api/use-read.ts'
import { ReadPage } from '../../../kit/skeleton/index.ts'
import { BegunLine } from '../../../kit/undertaking/index.ts'
import { Callout } from '../../../ui/callout.tsx'
import { DataTable, lazyRows, type RowPlan, type TableHeader } from '../../../ui/data-table/index.ts'
import { sayAgo } from '../../../ui/durations.ts'
import { Facts } from '../../../ui/facts.tsx'
import type { MarkKind } from '../../../ui/icons/marks.tsx'
import { sayTimeToday } from '../../../ui/local-time.ts'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { sayWave } from './preview.tsx'
import { headers, plan } from './server-columns.tsx'
import { text } from './texts.ts'
import { WavesActions } from './waves-actions.tsx'

/** How often one that goes on is read without news, in milliseconds. */
const readAgainMs = 5000

/** A release in waves: its waves with the evidence of each server, and which release runs where (D61). */
export function WavesPage() {
  const { planId = '' } = useParams()
  const read = useRead('GET /csrmanagement/v1/waves/{planId}', {
    params: { planId },
    news: ['waves', 'csr'],
    refetchInterval: ({ state }) => (state.data && state.data.finishedAt === null ? readAgainMs : false),
    retry: false,
  })
  return (
    <ReadPage of={read} loading={text('Loading')}>
      {(waves) => <Shown waves={waves} onChanged={() => void read.refetch()} />}
    </ReadPage>
  )
}

interface ShownProps {
  readonly waves: Waves
  readonly onChanged: () => void
}

function Shown({ waves, onChanged }: ShownProps) {
  const { plan: settings, servers, budget, offAir, pausedWhy, pausedAt } = waves
  const { hours, pause, errorsAllowed, release } = settings
  const byWave = [...Map.groupBy(servers, ({ wave }) => wave).values()]
  const sizes = byWave.map((wave) => wave.length)
  return (
    <>
      <Section
        title={text('Title', { release })}
        state={<State of={waves} />}
        actions={<WavesActions waves={waves} onChanged={onChanged} />}
      >
        {pausedWhy !== null && pausedAt !== null && (
          <Callout kind="warning" title={text('PausedSince', { time: sayTimeToday(pausedAt) })}>
            {pausedWhy}
          </Callout>
        )}
        <p className="quiet">
          <BegunLine of={waves} />
        </p>
        <Facts
          facts={[
            { label: text('OffAir'), value: text('OffAirOf', { count: offAir, budget }) },
            {
              label: text('Hours'),
              value: hours
                ? text('HoursOf', { from: hours.from, to: hours.to, zone: hours.timeZone })
                : text('AnyTime'),
            },
            { label: text('Pauses'), value: text('PauseOf', { count: pause }) },
            { label: text('Errors'), value: String(errorsAllowed) },
          ]}
        />
      </Section>
      {byWave.map((wave, at) => (
        <Section key={wave[0]?.wave ?? at} title={sayWave(sizes, at)}>
          <DataTable
            caption={text('WaveServers', { number: at + 1 })}
            headers={headers}
            rows={lazyRows(wave, plan)}
            state="fulfilled"
            isSortedByServer
          />
        </Section>
      ))}
      <Matrix waves={waves} />
    </>
  )
}

function State({ of: { finishedAt, pausedWhy, stoppedAt, direction, servers } }: { readonly of: Waves }) {
  const isBack = direction === 'back'
  const isWell = servers.every(({ state, acceptedBy, firstRelease }) =>
    isBack ? state === 'returned' || firstRelease === null : state === 'passed' || acceptedBy !== null,
  )
  const [kind, word]: [MarkKind, Parameters<typeof text>[0]] =
    finishedAt !== null
      ? [isWell ? 'ok' : 'warn', isBack ? 'EndedBack' : 'Ended']
      : pausedWhy !== null
        ? ['warn', 'Paused']
        : ['running', stoppedAt !== null ? 'Stopping' : isBack ? 'GoingBack' : 'Running']
  return (
    <Status kind={kind} isTag>
      {text(word as 'Running')}
    </Status>
  )
}

const matrixHeaders: TableHeader[] = [
  { key: 'release', value: text('Release'), isIdentifier: true, width: 120 },
  { key: 'servers', value: text('MatrixServers'), width: 120 },
  { key: 'panels', value: text('MatrixPanels'), width: 120 },
  { key: 'heardAt', value: text('MatrixHeard') },
]
const matrixPlan: RowPlan<Waves['matrix'][number]> = {
  key: ({ release }) => release,
  columns: {
    release: {},
    servers: {},
    panels: {},
    heardAt: {
      columnContent: ({ heardAt }) => (heardAt === null ? text('Never') : sayAgo(heardAt)),
    },
  },
}

function Matrix({ waves: { matrix } }: { readonly waves: Waves }) {
  return (
    <Section title={text('Matrix')}>
      <DataTable
        caption={text('MatrixCaption')}
        headers={matrixHeaders}
        rows={lazyRows(matrix, matrixPlan)}
        state="fulfilled"
        isSortedByServer
      />
    </Section>
  )
}
