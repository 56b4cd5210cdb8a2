import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { DatabaseFigure } from '../database/database-figure.ts'
import { jobsSchema as schema } from '../database/jobs-version.ts'
import type { Database, Db } from '../database/open-database.ts'
import { hasMoved } from '../database/postgres-pools.ts'
import { NoPrimary } from '../database/primary.ts'
import type { Platform } from '../platform.ts'
import { currentSpan } from '../request-scope.ts'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import { traceparentOf } from '../traces/trace-context.ts'

/** Waiting: due, and no one is at it. Of finished jobs nothing is read. */
export const jobsFigure: DatabaseFigure = {
  name: 'jobs',
  kind: 'jobs',
  text: `
    select queue.name as queue, each.state, count(job.since)::int as rows,
      extract(epoch from now() - min(job.since))::float8 as oldest
    from ${schema}.queue cross join (values ('waiting'), ('later'), ('active')) as each (state)
    left join (
      select name, start_after as since,
        case when state = 'active' then 'active' when start_after > now() then 'later' else 'waiting' end as state
      from ${schema}.job where state < 'completed'
    ) as job on job.name = queue.name and job.state = each.state
    where queue.name not like '\\_\\_%' group by 1, 2`,
}

/** A job that no worker has been heard of for so long is given to another (R45); pg-boss takes 10 s at least. */
const heartbeatSeconds = 10
/** How often silent workers are looked for. */
const lookForSilentSeconds = 5
/** How long the work of one job may take in all. */
const longestJobSeconds = 6 * 3600

/** What a job under way must know. */
export interface JobSignals {
  /** The server stops: begin nothing more, and throw; another worker takes the job up. */
  stopping: AbortSignal
  /** This worker was not heard of for so long that the job is another's by now, or the job's time is over. */
  lost: AbortSignal
}

export type Jobs = ReturnType<typeof createJobs>

/** Tried again for weeks: a lane that is given up would lock its SIMs for ever. */
const queueOptions = {
  notify: true,
  heartbeatSeconds,
  expireInSeconds: longestJobSeconds,
  retryLimit: 1_000_000,
  retryDelay: 2,
  retentionSeconds: 60 * 24 * 3600,
  deleteAfterSeconds: 24 * 3600,
}

/** How the database sees the connections of a server that works. */
const workerName = 'support-console worker'

const bossOf = (database: Database, works = false): PgBoss =>
  new PgBoss({
    ...database.jobs(works ? workerName : 'support-console jobs'),
    schema,
    // Nothing of ours runs by the calendar.
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: lookForSilentSeconds,
    monitorIntervalSeconds: lookForSilentSeconds,
    // The tables hold few rows: finished jobs are deleted after a day.
    reindex: false,
    monitorVacuum: false,
  })

/** Makes or renews the queue's tables; at the start of a server and of a test database. */
export async function installJobs(database: Database): Promise<void> {
  const boss = bossOf(database)
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}

/**
 * Whether some server works on jobs: one whose connections have been heard of within a minute; it looks for jobs every ten
 * seconds. Where another role may not see when, those that are there count. On PGlite the only server does.
 */
export async function isWorkedOn({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<boolean> {
  if (kind === 'pglite') return true
  const { rows } = await sql<{ yes: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = ${workerName}
        and coalesce(state_change > clock_timestamp() - interval '1 minute', true)
    ) as yes`.execute(db)
  return rows[0]?.yes ?? false
}

/**
 * Work that outlives its request and its process (D5): kept in the database, given to one worker at a time, and given
 * again when its worker dies or throws. A job may therefore run more than once: it must find out what is done already.
 */
export function createJobs(
  parts: Pick<Platform, 'database' | 'log' | 'tracer'> & { config: Pick<PlatformSettings, 'worker'> },
) {
  const { database, log, tracer } = parts
  const works = parts.config.worker !== 'off'
  const boss = bossOf(database, works)
  const handlers = new Map<
    string,
    { atOnce: number; run: (data: object, lost: AbortSignal) => Promise<void> }
  >()
  const stopping = new AbortController()
  let isStarted = false
  boss.on('error', (error) => {
    // That the database is away is told once for all who ask it.
    if (!(error instanceof NoPrimary || hasMoved(error)))
      log.error({ err: error }, 'the job queue has a problem')
  })
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'the job queue warns'))
  /**
   * At the start of the only server on its database: what the former process was at is put back at once, instead of
   * when it is noticed that no one works on it (R45).
   */
  async function takeBack(name: string): Promise<void> {
    const left = (await boss.findJobs(name)).filter((job) => job.state === 'active')
    if (left.length > 0) await boss.fail(name, left)
  }

  return {
    /** Says who works on jobs of this name, `atOnce` of them in this process. Before `start`. */
    handle<Data extends object>(
      name: string,
      { atOnce }: { atOnce: number },
      work: (data: Data, signals: JobSignals) => Promise<void>,
    ): void {
      handlers.set(name, {
        atOnce,
        run: (data, lost) => work(data as Data, { stopping: stopping.signal, lost }),
      })
    },
    tracer,
    /** Puts a job in, together with the change that it belongs to: no commit, no job. It begins after that time. Its trace goes with it. */
    async send(trx: Db, name: string, data: object, options?: { afterSeconds: number }): Promise<void> {
      const span = currentSpan()
      const traced = span ? { ...data, traceparent: traceparentOf(span) } : data
      await boss.send(name, traced, {
        db: fromKysely(trx),
        ...(options && { startAfter: options.afterSeconds }),
      })
    },
    async start(): Promise<void> {
      await boss.start()
      for (const [name, { atOnce, run }] of handlers) {
        await boss.createQueue(name, queueOptions)
        // For a queue that an earlier version made.
        await boss.updateQueue(name, queueOptions)
        if (database.kind === 'pglite') await takeBack(name)
        if (!works) continue
        await boss.work<object>(
          name,
          {
            batchSize: 1,
            localConcurrency: atOnce,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 10,
            heartbeatRefreshSeconds: heartbeatSeconds / 3,
          },
          async ([job]) => {
            if (!job) return
            try {
              await run(job.data, job.signal)
            } catch (error) {
              if (!stopping.signal.aborted)
                log.error({ err: error, job: name }, 'a job failed and will run again')
              throw error
            }
          },
        )
      }
      isStarted = true
    },
    /** Aborts the signal of running jobs, waits for them to end, and takes no more; what is left is put back. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the server is stopping'))
      if (isStarted) await boss.stop({ graceful: true, timeout: 15_000 })
    },
  }
}
