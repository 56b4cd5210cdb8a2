import type { BatchSummary, Csr } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { api, useAccess } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { Link } from '../../kit/link.tsx'
import { useSession } from '../../session/index.ts'
import { Button } from '../../ui/button.tsx'
import { sayAgo } from '../../ui/durations.ts'
import { type MarkKind, StateMark } from '../../ui/icons/marks.tsx'
import { sayTimeToday } from '../../ui/local-time.ts'
import { Thing } from '../../ui/thing.tsx'
import styles from './home.module.css'
import { text } from './texts.ts'

const ProgressBar = lazy(async () => ({ default: (await import('../../ui/progress-bar.tsx')).ProgressBar }))

/** What ended is shown for a day. */
const shownMs = 24 * 60 * 60_000
/** How often what goes on is read without news, in milliseconds. */
const whileRunningMs = 5000

type Deployment = NonNullable<Csr['deployment']> & { server: string }

/** What the reader has begun: batches and deployments that run, or ended within a day; as news tell (D37). */
export function MyWork() {
  const { user } = useSession()
  const { may, isKnown } = useAccess()
  const isMine = (email: string) => email.toLowerCase() === user?.email.toLowerCase()
  const batches = useQuery({
    queryKey: ['batches'],
    queryFn: async ({ signal }) => (await api('GET /simmanagement/v1/batches', { signal })).data,
    enabled: may('sim-management.read'),
    refetchInterval: ({ state }) => state.data?.some(isRunning) && whileRunningMs,
  })
  const csrs = useQuery({
    queryKey: ['home-csrs'],
    queryFn: async ({ signal }) => (await api('GET /csrmanagement/v1/csrs/getall', { signal })).data.info,
    enabled: may('csr.read'),
    refetchInterval: ({ state }) =>
      state.data?.some(({ deployment }) => deployment && isRunning(deployment)) && whileRunningMs,
  })
  useNews('batch', may('sim-management.read') ? batches.refetch : null)
  useNews('csr', may('csr.read') ? csrs.refetch : null)
  if (isKnown && !may('sim-management.read') && !may('csr.read')) return null
  const deployments = (csrs.data ?? []).flatMap(({ server, deployment }) =>
    deployment ? [{ ...deployment, server }] : [],
  )
  const work = [...(batches.data ?? []), ...deployments]
    .filter((each) => isMine(each.createdBy) && isShown(each))
    .sort((one, other) => placeOf(other) - placeOf(one))
  const failed = [batches, csrs].filter(({ error, data }) => error && !data)
  const isComing = !isKnown || batches.isLoading || csrs.isLoading
  const isWaiting = work.length === 0 && isComing
  return (
    <section className={styles.work} data-coming={isComing || undefined}>
      <h2 className={styles.title}>{text('MyWork')}</h2>
      {failed.length > 0 && (
        <p className={styles.note} role="status">
          {text('WorkFailed')}{' '}
          <Button size="tool" onPress={() => failed.map(({ refetch }) => refetch())}>
            {text('TryAgain')}
          </Button>
        </p>
      )}
      {isWaiting && (
        <p className={styles.note} role="status">
          {text('Reading')}
        </p>
      )}
      {work.length === 0 && !isWaiting && failed.length === 0 && (
        <p className={styles.note}>
          <strong>{text('NoWork')}</strong> {text('NoWorkHint')}
        </p>
      )}
      <ul className={styles.works}>
        {work.map((each) =>
          'batchId' in each ? (
            <Batch key={each.batchId} batch={each} />
          ) : (
            <DeploymentLine key={each.deploymentId} deployment={each} />
          ),
        )}
      </ul>
    </section>
  )
}

interface Timed {
  readonly createdAt: string
  readonly finishedAt: string | null
}

const isRunning = ({ finishedAt }: Pick<Timed, 'finishedAt'>): boolean => finishedAt === null
const isShown = (each: Timed): boolean =>
  each.finishedAt === null || Date.parse(each.finishedAt) > Date.now() - shownMs
/** What runs comes first; the newest before the others. */
const placeOf = ({ createdAt, finishedAt }: Timed): number =>
  finishedAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(finishedAt ?? createdAt)

interface LineProps {
  readonly mark: MarkKind
  readonly title: string
  readonly beside: string
  readonly way: ReactNode
  readonly children?: ReactNode
}

function Line({ mark, title, beside, way, children }: LineProps) {
  return (
    <li>
      <div className={styles.workHead}>
        <StateMark kind={mark} />
        <strong>{title}</strong>
        <span>{beside}</span>
        {way}
      </div>
      {children}
    </li>
  )
}

function Batch({ batch }: { readonly batch: BatchSummary }) {
  const { batchId, counts, finishedAt, fileName } = batch
  const title = text(counts.all === 1 ? 'BatchOne' : 'Batch', { count: counts.all })
  const end =
    finishedAt === null
      ? [fileName]
      : [
          fileName,
          text('Done', { done: counts.success, all: counts.all }),
          counts.error > 0 && text('Failed', { count: counts.error }),
          text('Ended', { ago: sayAgo(finishedAt) }),
        ]
  return (
    <Line
      mark={finishedAt === null ? 'running' : counts.error > 0 ? 'warn' : 'ok'}
      title={title}
      beside={end.filter(Boolean).join(' · ')}
      way={
        <Link
          to={addresses.simManagement({ batch: batchId })}
          aria-label={text('OpenNamed', { name: title })}
        >
          {text('Open')}
        </Link>
      }
    >
      {finishedAt === null && (
        // How long it still takes, only its rows tell: they are read on its own screen.
        <Suspense>
          <ProgressBar
            label={title}
            total={counts.all}
            success={counts.success}
            error={counts.error}
            isOver
          />
        </Suspense>
      )}
    </Line>
  )
}

function DeploymentLine({ deployment }: { readonly deployment: Deployment }) {
  const { server, fromRelease: from, toRelease: to, outcome, finishedAt, createdAt } = deployment
  const ended = text(outcome === 'Error' ? 'DeploymentFailed' : 'Ended', {
    ago: sayAgo(finishedAt ?? createdAt),
  })
  return (
    <Line
      mark={outcome === null ? 'running' : outcome === 'Error' ? 'error' : 'ok'}
      title={text('Deployment', { server, from, to })}
      beside={outcome === null ? text('UnderWay', { time: sayTimeToday(createdAt) }) : ended}
      way={
        <Thing of="csr" id={server}>
          {text('Open')}
        </Thing>
      }
    />
  )
}
