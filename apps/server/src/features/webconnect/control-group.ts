import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { byChanceIn } from './together/chance.ts'

interface Row {
  container: string
  carrier: string
  own: number
  own_silent: number
  others: number
  others_silent: number
}

/**
 * The panels of a receiver beside those of others with the same container and carrier: how many there are, and how many stopped
 * since a moment and are away.
 * @param besides receivers that are no control group, since something is done to them, too
 */
export async function readControlGroup(
  db: Db,
  { receiver, since, besides }: { receiver: string; since: Date; besides: readonly string[] },
) {
  const { rows } = await sql<Row>`
    with home as (
      select container_name as container, carrier, receiver = ${receiver} as is_own, sum(panels)::integer as panels
      from webconnect_population
      where scope = '' and receiver <> '' and receiver <> all(${besides}::text[])
      group by 1, 2, 3),
    away as (
      select container_name as container, carrier, receiver = ${receiver} as is_own, count(distinct cloud_id)::integer as panels
      from webconnect_absence
      where began_at >= ${since.toISOString()}::timestamptz and ended_at is null
        and receiver <> '' and receiver <> all(${besides}::text[])
      group by 1, 2, 3)
    select home.container, home.carrier, coalesce(sum(home.panels) filter (where home.is_own), 0)::integer as own,
      coalesce(sum(away.panels) filter (where home.is_own), 0)::integer as own_silent,
      coalesce(sum(home.panels) filter (where not home.is_own), 0)::integer as others,
      coalesce(sum(away.panels) filter (where not home.is_own), 0)::integer as others_silent
    from home left join away using (container, carrier, is_own) group by 1, 2
    having bool_or(home.is_own)`.execute(db)
  // Who stopped within the last minutes may not be counted at home any more.
  const places = rows
    .map((row) => ({
      ...row,
      own: Math.max(row.own, row.own_silent),
      others: Math.max(row.others, row.others_silent),
    }))
    .filter(({ others }) => others > 0)
  const sum = (of: Exclude<keyof Row, 'container' | 'carrier'>) =>
    places.reduce((all, row) => all + row[of], 0)
  return {
    known: rows.reduce((all, { own }) => all + own, 0),
    silent: sum('own_silent'),
    others: sum('others'),
    othersSilent: sum('others_silent'),
    chance: byChanceIn(
      places.map((row) => ({
        hits: row.own_silent,
        members: row.own,
        drawn: row.own_silent + row.others_silent,
        all: row.own + row.others,
      })),
    ),
  }
}

/** Carriers, containers and WebConnect that were in trouble at any time since a moment. */
export async function troublesSince(
  db: Db,
  since: Date,
): Promise<{ scope: 'carrier' | 'container' | 'webconnect'; id: string }[]> {
  const { rows } = await sql<{ scope: 'carrier' | 'container' | 'webconnect'; id: string }>`
    select distinct scope, scope_id as id from webconnect_outage
    where scope in ('carrier', 'container', 'webconnect') and (ended_at is null or ended_at >= ${since.toISOString()}::timestamptz)
    order by 1, 2`.execute(db)
  return rows
}
