import type { OutageScope, VendorCode } from '@support-console/contract'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type ApartScope, apartIn, apartScopes, simBatchIn, simRange, simRangeIn } from './population.ts'

/** How a panel that is away stopped, and with what in common; what the inventory does not tell is empty. */
export interface Stop extends Record<ApartScope, string> {
  cloudId: string
  /** UTC, ISO 8601. */
  at: string
  container: string
  /** Of its session; empty: not known. */
  iccid: string
  carrier: VendorCode | ''
  companyId: number | null
  /** Empty: not known. */
  receiver: string
  /** It left between this and `at`, while no one looked; null: just then. */
  seenUntil: string | null
}

/** One scope, as its source knows it. */
export interface InScope {
  scope: OutageScope
  id: string
}

/** Beside rows of `webconnect_absence`: what the inventory tells of the panel, and of the SIM that it had. */
export const apartJoined = sql`left join panel on panel.cloud_id = webconnect_absence.cloud_id
  left join sim on sim.iccid = webconnect_absence.iccid left join company on company.id = webconnect_absence.company_id`
export const apartSelected = sql.join(apartScopes.map((scope) => sql`${apartIn[scope]} as ${sql.id(scope)}`))
const apartOf = (scope: ApartScope) =>
  sql<string>`(select ${apartIn[scope]} from (select) as one left join panel on panel.cloud_id = webconnect_absence.cloud_id
    left join sim on sim.iccid = webconnect_absence.iccid left join company on company.id = webconnect_absence.company_id)`

/** What an absence has of each scope; null: all are in it. */
const columns: Record<Exclude<OutageScope, 'sim-range' | 'same-time'>, RawBuilder<unknown> | null> = {
  container: sql`container_name`,
  company: sql`company_id::text`,
  carrier: sql`carrier`,
  csr: sql`receiver`,
  firmware: apartOf('firmware'),
  'network-model': apartOf('network-model'),
  'vpn-endpoint': apartOf('vpn-endpoint'),
  webconnect: null,
}

/** Who stopped in the minutes of another outage that names what they share is of that one. */
const isOfNone = sql`not exists (
  select from webconnect_outage as outage where outage.scope <> 'same-time' and outage.how <> 'down'
    and began_at >= date_trunc('minute', outage.began_at) and webconnect_absence.began_at <= outage.stopped_until
    and case outage.scope when 'sim-range' then starts_with(iccid, outage.scope_id) else outage.scope_id = case outage.scope
      ${sql.join(
        Object.entries(columns).map(
          ([scope, column]) => sql`when ${sql.lit(scope)} then ${column ?? sql`''`}`,
        ),
        sql` `,
      )} end end)`

/** As a further condition on `webconnect_absence`. */
export function inScope({ scope, id }: InScope) {
  if (scope === 'same-time') return sql`and ${isOfNone}`
  if (scope === 'sim-range') return sql`and starts_with(iccid, ${id})`
  return columns[scope] ? sql`and ${columns[scope]} = ${id}` : sql``
}

/** The stops that last, by cloud ID: of a panel that fell silent and then left the silence, and then that it left. */
export async function lastStopsOf(db: Db, cloudIds: readonly string[]): Promise<Map<string, Stop[]>> {
  const { rows } = await sql<Omit<Stop, 'at' | 'seenUntil'> & { at: Date; seenUntil: Date | null }>`
    select webconnect_absence.cloud_id as "cloudId", began_at as at, container_name as container, webconnect_absence.iccid, carrier,
      webconnect_absence.company_id as "companyId", webconnect_absence.receiver, seen_until as "seenUntil", ${apartSelected}
    from webconnect_absence ${apartJoined}
    where ended_at is null and webconnect_absence.cloud_id = any(${cloudIds}::text[]) order by 1, 2`.execute(
    db,
  )
  return Map.groupBy(
    rows.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      seenUntil: row.seenUntil?.toISOString() ?? null,
    })),
    ({ cloudId }) => cloudId,
  )
}

/** Who stopped so shortly before, in minutes, is counted once: one panel that comes and goes is not many. */
const onceInMinutes = 10

/** A stop as it is counted. */
export interface StoppedRow
  extends Pick<
    Selectable<Tables['webconnect_absence']>,
    'began_at' | 'container_name' | 'iccid' | 'carrier' | 'receiver'
  > {
  has_stopped: boolean
}

/** Of a row of `webconnect_absence` that is inserted. */
export const stoppedShortlyBefore = sql<boolean>`exists (
  select from webconnect_absence as earlier where earlier.cloud_id = webconnect_absence.cloud_id
    and earlier.began_at < webconnect_absence.began_at
    and earlier.began_at > webconnect_absence.began_at - ${sql.lit(onceInMinutes)} * interval '1 minute')`

/** Who was back so soon, in minutes, began another session as panels do several times a day, and has not stopped. */
const soonInMinutes = 5
export const soonMs = soonInMinutes * 60_000
export const isShort = sql<boolean>`coalesce(ended_at <= began_at + ${sql.lit(soonInMinutes)} * interval '1 minute', false)`

/** Of whom it is known when they stopped. */
export const isStop = sql`(seen_until is null and not ${isShort})`

/**
 * Counts stops by the minute, where they are at home, and in all.
 * @param times -1: takes away what was counted before
 */
export async function countStopped(
  trx: Kysely<Tables>,
  stopped: readonly StoppedRow[],
  times: 1 | -1 = 1,
): Promise<void> {
  if (stopped.length === 0) return
  const nowhere = { container_name: '', carrier: '', sim_range: '', receiver: '' }
  const cells = stopped.flatMap(({ began_at, container_name, carrier, iccid, receiver }) => {
    const minute = `${began_at.toISOString().slice(0, 16)}Z`
    return [
      { minute, container_name, carrier, sim_range: simRange(iccid), receiver },
      { minute, ...nowhere },
    ]
  })
  await sql`
    insert into webconnect_stops as kept (minute, container_name, carrier, sim_range, receiver, stopped)
    select minute, container_name, carrier, sim_range, receiver, ${times}::integer * count(*)
    from jsonb_populate_recordset(null::webconnect_stops, ${JSON.stringify(cells)}::jsonb) group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (minute, container_name, carrier, sim_range, receiver) do update set stopped = greatest(0, kept.stopped + excluded.stopped)`.execute(
    trx,
  )
}

/** How many stopped in one place that they share. */
export interface StopCell {
  container: string
  carrier: VendorCode | ''
  range: string
  receiver: string
  stopped: number
}

/** Both ends belong to it; UTC, ISO 8601. */
export interface Span {
  from: string
  to: string
}

/** Who stopped within a time, to the minute. */
export async function stopsWithin(db: Db, { from, to }: Span): Promise<StopCell[]> {
  const { rows } = await sql<StopCell>`
    select container_name as container, carrier, sim_range as range, receiver, sum(stopped)::integer as stopped from webconnect_stops
    where minute between date_trunc('minute', ${from}::timestamptz) and ${to}::timestamptz and container_name <> ''
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** Of one scope that the cells do not name, each panel once. */
export async function stopsApart(db: Db, scope: InScope, { from, to }: Span): Promise<StopCell[]> {
  const { rows } = await sql<StopCell>`
    select container, carrier, range, receiver, count(*)::integer as stopped
    from (
      select max(container_name) as container, max(carrier) as carrier, max(${simRangeIn(sql`iccid`)}) as range,
        max(receiver) as receiver
      from webconnect_absence where ${isStop}
        and began_at between date_trunc('minute', ${from}::timestamptz) and ${to}::timestamptz ${inScope(scope)}
      group by cloud_id) as stopped
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** How many stopped within a time, of all panels. */
export async function countStops(db: Db, { from, to }: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(stopped), 0)::integer as count from webconnect_stops
    where container_name = '' and carrier = '' and sim_range = '' and minute between ${from}::timestamptz and ${to}::timestamptz`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** How many of one scope stopped in each minute of a time, from its first minute on. */
export async function stopsByMinute(db: Db, { scope, id }: InScope, { from, to }: Span): Promise<number[]> {
  const named: Partial<Record<OutageScope, RawBuilder<unknown>>> = {
    container: sql`container_name = ${id}`,
    carrier: sql`carrier = ${id}`,
    csr: sql`receiver = ${id}`,
    webconnect: sql`container_name = '' and carrier = '' and sim_range = ''`,
  }
  const span = sql`between date_trunc('minute', ${from}::timestamptz) and ${to}::timestamptz`
  const own = named[scope]
  const { rows } = await sql<{ minute: Date; count: number }>`${
    own
      ? sql`select minute, sum(stopped)::integer as count from webconnect_stops where minute ${span} and ${own} group by 1`
      : sql`select date_trunc('minute', began_at) as minute, count(*)::integer as count from webconnect_absence
          where began_at ${span} ${inScope({ scope, id })} group by 1`
  }`.execute(db)
  const minuteOf = (at: Date | string) => Math.floor(new Date(at).getTime() / 60_000)
  const counts = new Map(rows.map(({ minute, count }) => [minuteOf(minute), count]))
  const first = minuteOf(from)
  return Array.from({ length: minuteOf(to) - first + 1 }, (_, at) => counts.get(first + at) ?? 0)
}

/** How many of one scope stopped within a time, each once, and how many of them are still away. */
export async function countAway(
  db: Db,
  scope: InScope,
  { from, to }: Span,
): Promise<{ stopped: number; away: number }> {
  const { rows } = await sql<{ stopped: number; away: number }>`
    select count(distinct cloud_id)::integer as stopped,
      (count(distinct cloud_id) filter (where ended_at is null))::integer as away
    from webconnect_absence where began_at between ${from}::timestamptz and ${to}::timestamptz and ${isStop}
      ${inScope(scope)}`.execute(db)
  return rows[0] ?? { stopped: 0, away: 0 }
}

/** The SIMs of the sessions of those who stopped since and are away, the first of them at most. */
export async function othersAway(db: Db, scope: InScope, from: string): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`
    select iccid from webconnect_absence where began_at >= ${from}::timestamptz and ended_at is null and iccid <> ''
      ${inScope(scope)} order by began_at, cloud_id limit ${mostOthers}`.execute(db)
  return rows.map(({ iccid }) => iccid)
}
/** So many tell enough of the others. */
const mostOthers = 100

/** Those that are still away, and those that were last seen on a container that does not answer; no more than `most`, by cloud ID. */
export async function panelsAway(
  db: Db,
  { scope, id, isDown, from, to }: InScope & { isDown: boolean } & Span,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ cloudId: string }>`${
    isDown
      ? sql`select distinct cloud_id as "cloudId" from webconnect_present
          where cloud_id <> '' ${scope === 'container' ? sql`and container_name = ${id}` : sql``}`
      : sql`select distinct cloud_id as "cloudId" from webconnect_absence
          where began_at between ${from}::timestamptz and ${to}::timestamptz and ended_at is null
            ${inScope({ scope, id })}`
  } order by 1 limit ${most}`.execute(db)
  return rows.map(({ cloudId }) => cloudId)
}

/** Panels that are alike in all that they share, and how many of them stopped. */
export interface AlikeStopped extends StopCell, Record<ApartScope, string> {
  companyId: number | null
  /** `simBatch`, where several are in it; otherwise empty. */
  batch: string
}

/** So many batches at most are told apart, those with the most, and none with fewer. */
const [mostBatches, fewestOfBatch] = [50, 5]

/** Rows of `webconnect_absence`, each panel once, by all that they may have in common; the most first. */
export async function alikeIn(
  db: Db,
  where: RawBuilder<unknown>,
  minute: RawBuilder<unknown> = sql`null::timestamptz`,
): Promise<(AlikeStopped & { minute: Date | null })[]> {
  const { rows } = await sql<AlikeStopped & { minute: Date | null }>`
    with own as materialized (
      select webconnect_absence.cloud_id, container_name as container, carrier, ${simRangeIn(sql`webconnect_absence.iccid`)} as range,
        ${simBatchIn(sql`webconnect_absence.iccid`)} as batch, webconnect_absence.receiver,
        webconnect_absence.company_id as "companyId", minute, ${apartSelected}
      from (select *, ${minute} as minute from webconnect_absence where ${where}) as webconnect_absence ${apartJoined}),
    batches as (
      select batch from own where batch <> '' group by 1 having count(distinct cloud_id) >= ${fewestOfBatch}
      order by count(distinct cloud_id) desc limit ${mostBatches})
    select container, carrier, range, receiver, "companyId", minute, ${sql.join(apartScopes.map((scope) => sql.id(scope)))},
      coalesce(batches.batch, '') as batch, count(distinct cloud_id)::integer as stopped
    from own left join batches using (batch) group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 11 desc`.execute(
    db,
  )
  return rows
}

/** Who stopped within a time. */
const isWithinSpan = ({ from, to }: Span) =>
  sql`began_at between date_trunc('minute', ${from}::timestamptz) and ${to}::timestamptz and ${isStop}`

export const alikeWithin = (db: Db, span: Span) => alikeIn(db, isWithinSpan(span))
export const alikeByMinute = (db: Db, span: Span) =>
  alikeIn(db, isWithinSpan(span), sql`date_trunc('minute', began_at)`)

/** How many of those who stopped are back; of a scope that is none of these, of all. */
export async function countBack(db: Db, scope: InScope, { from, to }: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webconnect_absence
    where began_at between date_trunc('minute', ${from}::timestamptz) and ${to}::timestamptz and ended_at is not null
      ${inScope(scope)}`.execute(db)
  return rows[0]?.count ?? 0
}
