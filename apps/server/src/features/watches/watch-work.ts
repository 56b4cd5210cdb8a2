import { factRights, type PanelState, staysMinutes, thing } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Platform } from '../../platform/platform.ts'
import { inScope } from '../../platform/request-scope.ts'
import { eachApart } from '../../platform/side-by-side.ts'
import { settleWork, type WorkKind } from '../../platform/undertakings/runs.ts'
import { panelStatesOf, seenSql, type Views } from '../states/index.ts'
import type { WatchRow } from './watch.table.ts'

export const kind: WorkKind<'watch'> = {
  name: 'watch',
  permission: 'webconnect.read',
  activity: 'Diagnosis',
  table: 'watch',
  id: 'watch_id',
}

/** So many watches are read at once. */
const mostAtOnce = 500
/** So much of what was done meanwhile is told. */
const mostTold = 5

export interface WatchParts {
  platform: Pick<Platform, 'db' | 'clock'>
  viewOf: Views
}

/** Of a watch only the session is read, as its person may (D45). */
const maySession = (right: string) => right === factRights.session

/** How panels stand by what is kept. */
export const standsOf = ({ platform: { db }, viewOf }: WatchParts, cloudIds: readonly string[]) =>
  panelStatesOf(db, viewOf({ may: maySession }), cloudIds)

/**
 * One look at all that are watched: ends each watch where there is something to tell. The rows alone say what is watched, so a
 * killed server leaves nothing behind; of several servers that look at once, one ends a watch.
 * @param signal begin nothing more
 */
export async function lookAtAll(parts: WatchParts, signal?: AbortSignal): Promise<void> {
  let failure: unknown
  for (let after = ''; ; ) {
    const rows = await runningAfter(parts.platform.db, after)
    const last = rows.at(-1)
    if (!last) break
    const stands = await standsOf(parts, [...new Set(rows.map((row) => row.cloud_id))])
    await eachApart(1, rows, async (row) => {
      if (!signal?.aborted) await judge(parts, row, stands.get(row.cloud_id))
    }).catch((error: unknown) => {
      failure ??= error
    })
    after = last.watch_id
  }
  if (failure) throw failure
}

const runningAfter = (db: Db, watchId: string): Promise<WatchRow[]> =>
  db
    .selectFrom('watch')
    .selectAll()
    .where('finished_at', 'is', null)
    .where(watchId ? sql<boolean>`watch_id > ${watchId}` : sql<boolean>`true`)
    .orderBy('watch_id')
    .limit(mostAtOnce)
    .execute()

async function judge(parts: WatchParts, row: WatchRow, stand: PanelState | undefined): Promise<void> {
  const { db, clock } = parts.platform
  const now = clock.now()
  const since = stand?.state === 'reporting' && stand.since ? new Date(stand.since) : null
  const isBack = since !== null && now.getTime() - since.getTime() >= staysMinutes * 60_000
  if (!isBack && now < row.until_at) return
  const meanwhile = row.rights.includes(factRights.userAction) ? await doneMeanwhile(db, row) : []
  const container = since ? await containerOf(db, row.cloud_id) : ''
  const end = { word: stand?.state ?? 'not-known', since, container, meanwhile: JSON.stringify(meanwhile) }
  const change = { state: isBack ? ('back' as const) : ('over' as const), ...end }
  await inScope({ transactionId: row.transaction_id, email: row.email }, () =>
    settleWork(db, kind, row.watch_id, change, async () => ({
      message: isBack
        ? `Panel ${row.cloud_id} is back; the watch is over`
        : `The watch of panel ${row.cloud_id} is over: its time was up`,
      object: thing('panel', row.cloud_id),
      result: 'Success',
      detail: isBack ? `On ${container}.` : '',
    })),
  )
}

/** Where it was last seen. */
async function containerOf(db: Db, cloudId: string): Promise<string> {
  const { rows } = await sql<{ container: string | null }>`
    select seen.container from ${seenSql(sql`${cloudId}`, { may: maySession })}`.execute(db)
  return rows[0]?.container ?? ''
}

/** What people did to the panel since it is watched, the first first; not that it is watched. */
async function doneMeanwhile(db: Db, row: WatchRow): Promise<{ at: string; line: string }[]> {
  const { rows } = await sql<{ at: Date; message: string; email: string }>`
    select at, message, email from (
      select distinct on (transaction_id) at, message, email from user_action
      where thing_kind = 'panel' and thing_id = ${row.cloud_id} and at > ${row.created_at} and source = 'server'
        and transaction_id <> ${row.transaction_id} and route not like '%/watches/%' and route <> ${`JOB ${kind.name}`}
      order by transaction_id, at) as done
    order by at limit ${mostTold}`.execute(db)
  return rows.map(({ at, message, email }) => ({ at: at.toISOString(), line: `${message} (${email})` }))
}
