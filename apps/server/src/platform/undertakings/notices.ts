import {
  fewestForTimeLeft,
  listedKinds,
  mostNotices,
  permissions,
  type Tray,
  type UndertakingKind,
  type WorkNotice,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AuditedTransaction } from '../audit/audited-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { asChange } from '../database/work.ts'
import type { User } from '../sign-on/user.ts'
import type {} from './notice.table.ts'
import { runningOf, toUndertaking } from './read.ts'

/** So long a notice is kept (D38). */
const keptDays = 180

type From = Db | AuditedTransaction
type Person = Pick<User, 'issuer' | 'subject' | 'may'>

/** What a person's work does, and what came of it: all that runs, and the newest notices, those not read yet first. */
export async function trayOf(db: Db, person: Person): Promise<Tray> {
  const kinds = listedKinds(person.may)
  const running = await runningOf(db, person, kinds)
  const readable = () => noticesOf(db, person, kinds)
  const [left, rows, unread] = await Promise.all([
    timesLeft(
      db,
      running.map(({ id }) => id),
    ),
    readable()
      .select(['notice_id', 'about', 'at', 'read_at', 'work'])
      .orderBy(sql`read_at is not null`)
      .orderBy('at', 'desc')
      .limit(mostNotices)
      .execute(),
    readable()
      .where('read_at', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    running: running.map((work) => ({ ...work, leftMs: left.get(work.id) ?? null })),
    notices: rows
      .map(({ notice_id: id, about, at, read_at: readAt, work }) => ({
        id,
        about,
        at: at.toISOString(),
        isRead: readAt !== null,
        work: toUndertaking(asRow(work)),
        meanwhile: (work.log ?? []) as WorkNotice['meanwhile'],
      }))
      .sort((a, b) => b.at.localeCompare(a.at)),
    unread: Number(unread.count),
  }
}

/** Notes that a person has read these of their notices, and tells all of their browsers. */
export const noteRead = (db: Db, { issuer, subject }: Person, ids: readonly string[], now: Date) =>
  asChange(async () => {
    await sql`
      with now_read as (
        update notice set read_at = ${now}
        where issuer = ${issuer} and subject = ${subject} and read_at is null and notice_id = any(${ids}::uuid[])
        returning issuer, subject)
      select tell_person(issuer, subject, 'notice', 'read') from now_read limit 1`.execute(db)
  })

export async function purgeNotices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('notice')
    .where('at', '<', new Date(now.getTime() - keptDays * 86_400_000))
    .execute()
}

/** Those of a person that they may read now (D45). */
const noticesOf = (db: Db, { issuer, subject, may }: Person, kinds: readonly UndertakingKind[]) =>
  db
    .selectFrom('notice')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('kind', '=', sql<UndertakingKind>`any(${kinds}::text[])`)
    .where(sql<boolean>`rights <@ ${permissions.filter(may)}::text[]`)

/** A row of the view as JSON keeps it. */
const asRow = (work: Record<string, unknown>) => {
  const row = work as unknown as Parameters<typeof toUndertaking>[0]
  return {
    ...row,
    began_at: new Date(row.began_at),
    ended_at: row.ended_at && new Date(row.ended_at),
  }
}

/**
 * How long work whose parts are counted still takes, in milliseconds: each carrier at its own pace, so the slowest decides.
 * Nothing of what too little is known of, as of a sweep while a list is read: what it will ask for is not known before.
 */
export async function timesLeft(db: From, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const since = (instant: RawBuilder<unknown>) =>
    sql`extract(epoch from clock_timestamp() - ${instant}) * 1000`
  const { rows } = await sql<{ id: string; left_ms: number }>`
    with lane as (
      select batch_id as id, count(*) filter (where state in ('ready', 'asking', 'waiting', 'settling')) as open,
        count(settled_at) as settled, ${since(sql`min(asked_at)`)} as ms
      from deactivation where batch_id = any(${ids}::uuid[]) and state <> 'invalid' group by batch_id, vendor_code
      union all
      select series_id, count(*) filter (where settled_at is null), count(settled_at), ${since(sql`min(created_at)`)}
      from deactivation_series join deactivation_series_sim using (series_id) left join deactivation as one using (deactivation_id)
      where series_id = any(${ids}::uuid[]) and coalesce(one.state, 'ready') <> 'invalid' group by series_id
      union all
      select look_id, count(*) filter (where looked_at is null),
        count(*) filter (where looked_at >= resumed_at), ${since(sql`min(resumed_at)`)}
      from look join look_thing using (look_id) where look_id = any(${ids}::uuid[]) group by look_id, carrier
      union all
      select sweep_id, case when phase = 'list' then 1 else planned_reads - read_count end,
        case when phase = 'list' then 0 else read_count - paced_from end, ${since(sql`paced_at`)}
      from sweep_lane where sweep_id = any(${ids}::uuid[]) and state in ('waiting', 'running'))
    select id, max(open * ms / nullif(settled, 0))::float8 as left_ms from lane
    group by id having bool_and(open = 0 or settled > 0) and sum(settled) >= ${fewestForTimeLeft}`.execute(db)
  return new Map(rows.map(({ id, left_ms: ms }) => [id, Math.round(ms ?? 0)]))
}
