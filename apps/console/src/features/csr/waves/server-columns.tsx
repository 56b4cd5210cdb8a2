import type { WaveServer } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import { countedAfter } from '@support-console/contract/receivers.words'
import type { WaveServerState } from '@support-console/contract/waves.words'
import { Link } from '../../../kit/link.tsx'
import type { RowPlan, TableHeader } from '../../../ui/data-table/index.ts'
import { sayAgo } from '../../../ui/durations.ts'
import { type MarkKind, StateMark } from '../../../ui/icons/marks.tsx'
import { Status } from '../../../ui/status.tsx'
import { text } from './texts.ts'
import styles from './waves.module.css'

export const headers: TableHeader[] = [
  { key: 'server', value: text('Server'), isIdentifier: true, width: 104 },
  { key: 'state', value: text('State'), wrap: true, width: 260 },
  { key: 'firstRelease', value: text('First'), width: 100 },
  { key: 'runs', value: text('Runs'), width: 150 },
  { key: 'planned', value: text('PlannedPanels'), width: 90 },
  { key: 'before', value: text('Before'), width: 90 },
  ...countedAfter.map((minutes) => ({
    key: `after${minutes}`,
    value: text('After', { minutes }),
    width: 90,
  })),
  { key: 'plannedMinutes', value: text('PlannedMinutes'), width: 90 },
  { key: 'tookMinutes', value: text('Minutes'), width: 90 },
]

const marks: Readonly<Record<WaveServerState, MarkKind>> = {
  waiting: 'pending',
  aside: 'warn',
  deploying: 'running',
  watching: 'running',
  passed: 'ok',
  failed: 'error',
  undecided: 'warn',
  returning: 'running',
  returned: 'ok',
  left: 'error',
}
const evidenceMarks = { well: 'ok', wrong: 'error', missing: 'warn', open: 'pending' } as const

/** How many reported so many minutes after; null: not counted. */
export const panelsAfter = ({ after }: WaveServer, minutes: number): number | null =>
  after.find((count) => count.minutes === minutes)?.panels ?? null

export const sayServerState = (state: WaveServerState): string => text(`is-${state}`)

function StateCell({ of }: { readonly of: WaveServer }) {
  const { state, note, acceptedBy, evidence } = of
  return (
    <>
      <Status kind={marks[state]}>{sayServerState(state)}</Status>
      {acceptedBy !== null && <span className={styles.note}>{text('TakenBy', { who: acceptedBy })}</span>}
      {note !== '' && evidence.length === 0 && <span className={styles.note}>{note}</span>}
      {evidence.length > 0 && (
        <ul className={styles.evidence} aria-label={text('Evidence')}>
          {evidence.map(({ part, is, says }) => (
            <li key={part}>
              <StateMark kind={evidenceMarks[is]} />
              <span>{says}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A server of a wave as a row. */
export const plan: RowPlan<WaveServer> = {
  key: ({ ipAddress }) => ipAddress,
  columns: {
    server: { columnContent: ({ server }) => <Link to={pageOf('csr', server)}>{server}</Link> },
    state: { columnContent: (server) => <StateCell of={server} /> },
    firstRelease: {},
    runs: {
      columnContent: ({ runs }) =>
        runs === null ? text('RunsUnknown') : `${runs.release}, ${sayAgo(runs.at)}`,
    },
    planned: { columnContent: ({ planned }) => planned?.panels },
    before: { columnContent: ({ before }) => before?.panels },
    ...Object.fromEntries(
      countedAfter.map((minutes) => [
        `after${minutes}`,
        { columnContent: (server: WaveServer) => panelsAfter(server, minutes) },
      ]),
    ),
    plannedMinutes: {
      columnContent: ({ plannedMinutes }) => plannedMinutes ?? text('NotKnown'),
    },
    tookMinutes: {},
  },
}
