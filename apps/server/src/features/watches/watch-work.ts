import { factRights, staysMinutes, thing } from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { beginnerOf, type Kind } from '../../platform/undertakings/behalf.ts'
import { type Step, settle } from '../../platform/undertakings/undertakings.ts'
import { panelStatesOf, seenSql, type Views } from '../states/index.ts'
import type { WatchRow } from './watch.table.ts'

export const watchJob = 'watch'
export interface WatchJob {
  watchId: string
  turn: number
}
export const kind: Kind = { name: watchJob, permission: 'webconnect.read', activity: 'Diagnosis' }

/** So long after a look the next one comes. */
const pauseSeconds = 20
/** So much of what was done meanwhile is told. */
const mostTold = 5

export interface WatchParts {
  platform: Pick<Platform, 'db' | 'clock'>
  jobs: Pick<Jobs, 'send'>
  viewOf: Views
}

/** Of a watch only the session is read, as its person may (D45). */
const maySession = (right: string) => right === factRights.session

/** How a panel stands by what is kept, and where it was last seen. */
export async function standOf(
  { platform: { db }, viewOf }: Pick<WatchParts, 'platform' | 'viewOf'>,
  cloudId: string,
) {
  const states = await panelStatesOf(db, viewOf({ may: maySession }), [cloudId])
  const state = states.get(cloudId)
  const { rows } = await sql<{ container: string | null }>`
    select seen.container from ${seenSql(sql`${cloudId}`, maySession)}`.execute(db)
  return {
    word: state?.state ?? 'not-known',
    since: state?.since ? new Date(state.since) : null,
    container: rows[0]?.container ?? '',
  }
}

/** One look of a watch: ends it where there is something to tell, and otherwise puts the next look in. */
export async function lookOnce(parts: WatchParts, { watchId, turn }: WatchJob): Promise<void> {
  const { db, clock } = parts.platform
  const row = await findTurn(db, watchId, turn)
  if (!row) return
  const now = clock.now()
  const stand = await standOf(parts, row.cloud_id)
  const isReporting = stand.word === 'reporting' && stand.since !== null
  const isBack = isReporting && now.getTime() - Number(stand.since) >= staysMinutes * 60_000
  const isOver = now >= row.until_at
  if (!isBack && !isOver) {
    await db.transaction().execute(async (trx) => {
      const next = await trx
        .updateTable('watch')
        .set({ turn: turn + 1 })
        .where('watch_id', '=', watchId)
        .where('turn', '=', turn)
        .where('state', '=', 'running')
        .returning('turn')
        .executeTakeFirst()
      if (next)
        await parts.jobs.send(trx, watchJob, { watchId, turn: next.turn } satisfies WatchJob, {
          afterSeconds: pauseSeconds,
        })
    })
    return
  }
  const meanwhile = row.rights.includes(factRights.userAction) ? await doneMeanwhile(db, row) : []
  await settle(db, kind, (trx) =>
    endWatch(trx, row, {
      state: isBack ? 'back' : 'over',
      word: stand.word,
      since: isReporting ? stand.since : null,
      container: isReporting ? stand.container : '',
      meanwhile: JSON.stringify(meanwhile),
    }),
  )
}

type End = { state: 'back' | 'over' | 'stopped'; stopped_by?: string } & Partial<{
  word: string
  since: Date | null
  container: string
  meanwhile: string
}>

/** Ends a watch that runs. @returns its entry; undefined: it is over already */
export async function endWatch(trx: AuditedTransaction, row: WatchRow, end: End): Promise<Step | undefined> {
  const ended = await trx
    .updateTable('watch')
    .set({ ...end, finished_at: sql<Date>`clock_timestamp()` })
    .where('watch_id', '=', row.watch_id)
    .where('state', '=', 'running')
    .returning('watch_id')
    .executeTakeFirst()
  if (!ended) return undefined
  const messages = {
    back: `Panel ${row.cloud_id} is back; the watch has ended`,
    over: `The watch of panel ${row.cloud_id} has ended with its time`,
    stopped: `Stop watching panel ${row.cloud_id}`,
  }
  return {
    ...beginnerOf(row),
    message: messages[end.state],
    object: thing('panel', row.cloud_id),
    result: 'Success',
    detail: end.state === 'back' ? `On ${end.container}.` : '',
  }
}

const findTurn = (db: Db, watchId: string, turn: number): Promise<WatchRow | undefined> =>
  db
    .selectFrom('watch')
    .selectAll()
    .where('watch_id', '=', watchId)
    .where('turn', '=', turn)
    .where('state', '=', 'running')
    .executeTakeFirst()

/** What people did to the panel since it is watched, the first first; not that it is watched. */
async function doneMeanwhile(db: Db, row: WatchRow): Promise<{ at: string; line: string }[]> {
  const { rows } = await sql<{ at: Date; message: string; email: string }>`
    select at, message, email from (
      select distinct on (transaction_id) at, message, email from user_action
      where thing_kind = 'panel' and thing_id = ${row.cloud_id} and at > ${row.created_at} and source = 'server'
        and transaction_id <> ${row.transaction_id} and route not like '%/watches/%' and route <> ${`JOB ${watchJob}`}
      order by transaction_id, at) as done
    order by at limit ${mostTold}`.execute(db)
  return rows.map(({ at, message, email }) => ({ at: at.toISOString(), line: `${message} (${email})` }))
}
