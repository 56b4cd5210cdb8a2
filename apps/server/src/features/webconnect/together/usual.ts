import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { apartScopes, simRangeIn } from '../population.ts'
import { apartJoined, apartSelected } from '../stops.ts'

/** What is usual is known by so many days. */
const usualDays = 14
const hourMs = 3600_000

/** How many of a scope are away, as it is written down once in an hour. */
interface AwaySample {
  scope: string
  id: string
  away: number
}

/** How many of each scope are usually away at an hour. */
export interface Usual {
  /** How many hours it is known by; 0: nothing is known. */
  samples: number
  /** Of a scope that was never away: 0. */
  of: (scope: string, id: string) => number
}

const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / hourMs) * hourMs)

export async function isSampled(db: Db, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('webconnect_usual')
    .select('hour')
    .where('hour', '=', hourOf(now))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Once in an hour, without those whose being away has a cause that is told: an outage is not usual. */
export async function keepSample(db: Db, now: Date, samples: readonly AwaySample[]): Promise<void> {
  const rows = [...samples.filter(({ away }) => away > 0), { scope: '', id: '', away: 0 }]
  await sql`
    insert into webconnect_usual (hour, scope, scope_id, away)
    select ${hourOf(now).toISOString()}::timestamptz, scope, id, away
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as it (scope text, id text, away integer)
    on conflict do nothing`.execute(db)
  await sql`delete from webconnect_usual where hour < ${new Date(now.getTime() - usualDays * 24 * hourMs).toISOString()}::timestamptz`.execute(
    db,
  )
}

/** Where nothing was written down yet: what the absences that are kept tell of the hours before. */
export async function fillSamples(db: Db, now: Date): Promise<void> {
  const hour = hourOf(now).toISOString()
  const of = (scope: string, id: string) =>
    sql`select hour, ${scope}, ${sql.ref(id)}, sum(away)::integer from away where ${sql.ref(id)} <> '' group by 1, 3`
  await sql`
    insert into webconnect_usual (hour, scope, scope_id, away)
    with hours as (
      select hour from (select min(began_at) as first from webconnect_absence) as absences
      cross join generate_series(date_trunc('hour', first) + interval '1 hour', ${hour}::timestamptz - interval '1 hour', interval '1 hour') as hour
      where not exists (select from webconnect_usual)),
    away as (
      select hour, container_name, carrier, ${simRangeIn(sql`webconnect_absence.iccid`)} as sim_range, webconnect_absence.receiver,
        coalesce(webconnect_absence.company_id::text, '') as company, ${apartSelected},
        count(distinct webconnect_absence.cloud_id) as away
      from hours join webconnect_absence on began_at <= hour and (ended_at is null or ended_at > hour) ${apartJoined}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9)
    ${of('container', 'container_name')} union all ${of('carrier', 'carrier')} union all ${of('sim-range', 'sim_range')}
    union all ${of('csr', 'receiver')} union all ${of('company', 'company')}
    union all ${sql.join(
      apartScopes.map((scope) => of(scope, scope)),
      sql` union all `,
    )}
    union all select hour, 'webconnect', '', sum(away)::integer from away group by 1
    union all select hour, '', '', 0 from hours
    on conflict do nothing`.execute(db)
}

/**
 * What was so on the days before when this hour began and when it ended; where that is not known, in the hours before. Of several days
 * the most but one: a shop that closes on Sundays closes usually, and what happened once does not.
 * @param of of these alone, where not all are needed
 */
export async function usualAt(
  db: Db,
  now: Date,
  of?: readonly { scope: string; id: string }[],
): Promise<Usual> {
  const hour = hourOf(now).getTime()
  const days = Array.from({ length: usualDays - 1 }, (_, day) => {
    const at = hour - (day + 1) * 24 * hourMs
    return [at, at + hourMs]
  })
  const hours = Array.from({ length: 23 }, (_, back) => [hour - (back + 1) * hourMs])
  for (const [times, fewest, isDays] of [
    [days, 1, true],
    [hours, 3, false],
  ] as const) {
    const { rows } = await sql<{ hour: Date; scope: string; scope_id: string; away: number }>`
      select hour, scope, scope_id, away from webconnect_usual
      where hour = any(${times.flat().map((time) => new Date(time).toISOString())}::timestamptz[])
        ${of ? sql`and (scope, scope_id) in (select '', '' union all select scope, id from ${asRows(of)})` : sql``}`.execute(
      db,
    )
    const looked = new Set(rows.map((row) => row.hour.getTime()))
    const samples = times.filter((some) => some.some((time) => looked.has(time)))
    if (samples.length < fewest) continue
    const byScope = Map.groupBy(rows, ({ scope, scope_id }) => `${scope} ${scope_id}`)
    return {
      samples: samples.length,
      of: (scope, id) => {
        const own = new Map(byScope.get(`${scope} ${id}`)?.map((row) => [row.hour.getTime(), row.away]))
        const away = samples
          .map((some) => Math.max(...some.map((time) => own.get(time) ?? 0)))
          .toSorted((one, other) => other - one)
        if (isDays) return away[Number(samples.length >= 3)] ?? 0
        // Of the hours before the middle one: what is being lost slowly is not usual, and none is written down of an outage.
        const some = away.filter((count) => count > 0)
        return some[Math.floor(some.length / 2)] ?? 0
      },
    }
  }
  return { samples: 0, of: () => 0 }
}

const asRows = (scopes: readonly { scope: string; id: string }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb) as it (scope text, id text)`
