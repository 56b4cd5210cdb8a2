import { outagesKeptDays } from '@support-console/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/database/keep.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { iso, type Outage } from './outage.ts'
import { noteOutagePanels } from './outage-panels.ts'

/** One that is kept, whether it lasts or not. */
export interface KeptOutage extends Outage {
  outageId: string
  /** When it was told first, and when it was over; UTC, ISO 8601; null: it lasts. */
  toldAt: string
  endedAt: string | null
  /** How many were away when most were. */
  mostAway: number
}

/** Makes what lasts what is kept; what lasts no more is over. The one list of outages: for Home, pages, the fleet and `/diagnose`. */
export async function keepOutages(db: Db, lasting: readonly Outage[], now: Date): Promise<void> {
  const at = now.toISOString()
  const rows = lasting.map(({ isDown, isExcess, isCoveredByWhole: _, ...outage }) => ({
    ...outage,
    how: isDown ? 'down' : isExcess ? 'excess' : 'together',
  }))
  await db.transaction().execute(async (trx) => {
    await renameKnownBetter(trx, lasting)
    await sql`
      update webconnect_outage as kept set ended_at = ${at}::timestamptz, away = 0 where ended_at is null
        and not exists (select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as it (scope text, id text)
          where it.scope = kept.scope and it.id = kept.scope_id)`.execute(trx)
    if (rows.length === 0) return
    await sql`
      insert into webconnect_outage as kept (scope, scope_id, how, began_at, stopped_until, members, away, most_away, usual, told_at)
      select scope, id, how, "from", "to", members, away, away, usual, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as it
        (scope text, id text, how text, "from" timestamptz, "to" timestamptz, members integer, away integer, usual integer)
      order by scope, id
      on conflict (scope, scope_id) where ended_at is null do update set (how, began_at, stopped_until, members, away, most_away, usual)
          = (excluded.how, least(kept.began_at, excluded.began_at), greatest(kept.stopped_until, excluded.stopped_until),
            excluded.members, excluded.away, greatest(kept.most_away, excluded.away), coalesce(excluded.usual, kept.usual))
        where (kept.how, kept.began_at, kept.stopped_until, kept.members, kept.away) is distinct from
          (excluded.how, least(kept.began_at, excluded.began_at), greatest(kept.stopped_until, excluded.stopped_until),
            excluded.members, excluded.away)`.execute(trx)
  })
  await noteOutagePanels(db, now)
}

/** One of whose panels it is known now what they share, or better, goes on under that name: it is one outage, and is not over. */
async function renameKnownBetter(trx: Kysely<Tables>, lasting: readonly Outage[]): Promise<void> {
  const open = (await openOutages(trx)).filter(({ isDown }) => !isDown)
  const isSame = (one: Outage) => (other: Outage) => one.scope === other.scope && one.id === other.id
  const fresh = lasting.filter((each) => !each.isDown && !open.some(isSame(each)))
  for (const gone of open.filter((each) => !lasting.some(isSame(each)))) {
    const at = fresh.findIndex(({ from, to }) => from <= gone.to && gone.from <= to)
    const [better] = at === -1 ? [] : fresh.splice(at, 1)
    if (!better) continue
    await sql`
      update webconnect_outage set scope = ${better.scope}, scope_id = ${better.id}, began_at = ${better.from}::timestamptz,
        stopped_until = ${better.to}::timestamptz, most_away = ${better.away}, noted_at = null
      where outage_id = ${gone.outageId}::bigint`.execute(trx)
    await sql`delete from webconnect_outage_panel where outage_id = ${gone.outageId}::bigint`.execute(trx)
  }
}

/** What lasted at the last look, whichever server's that was. */
export async function openOutages(db: Kysely<Tables>): Promise<KeptOutage[]> {
  const rows = await db.selectFrom('webconnect_outage').selectAll().where('ended_at', 'is', null).execute()
  return rows.map(toOutage)
}

/** Those whose panels stopped within a time, the narrowest first; UTC, ISO 8601. */
export async function outagesWithin(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<KeptOutage[]> {
  const rows = await db
    .selectFrom('webconnect_outage')
    .selectAll()
    .where('stopped_until', '>=', new Date(from))
    .where('began_at', '<=', new Date(to))
    .orderBy('members')
    .orderBy('told_at', 'desc')
    .execute()
  // What was over and goes on is one.
  const newest = Map.groupBy(rows.map(toOutage), ({ scope, id }) => `${scope} ${id}`)
  return [...newest.values()].flatMap(([outage]) => outage ?? [])
}

const toOutage = (row: Selectable<Tables['webconnect_outage']>): KeptOutage => ({
  outageId: String(row.outage_id),
  scope: row.scope,
  id: row.scope_id,
  from: iso(row.began_at.getTime()),
  to: iso(row.stopped_until.getTime()),
  members: row.members,
  isDown: row.how === 'down',
  isExcess: row.how === 'excess',
  away: row.away,
  mostAway: row.most_away,
  toldAt: iso(row.told_at.getTime()),
  endedAt: row.ended_at?.toISOString() ?? null,
})

export async function forgetOutages(db: Db): Promise<void> {
  await deleteInSteps(db, 'webconnect_outage', sql`ended_at < now() - ${outagesKeptDays} * interval '1 day'`)
}
