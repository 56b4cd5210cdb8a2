import type { VendorCode } from '@support-console/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { simRange, simRangeIn } from './population.ts'

/** How a panel that is away stopped, and with what in common. */
export interface Stop {
  cloudId: string
  /** UTC, ISO 8601. */
  at: string
  container: string
  /** Of its session; empty: not known. */
  iccid: string
  carrier: VendorCode | ''
  companyId: number | null
}

/** The stops that last, by cloud ID: of a panel that fell silent and then left, the silence. */
export async function lastStopsOf(db: Db, cloudIds: readonly string[]): Promise<Map<string, Stop>> {
  const { rows } = await sql<Omit<Stop, 'at'> & { at: Date }>`
    select distinct on (cloud_id) cloud_id as "cloudId", began_at as at, container_name as container, iccid, carrier,
      company_id as "companyId"
    from webconnect_absence where ended_at is null and cloud_id = any(${cloudIds}::text[])
    order by cloud_id, began_at`.execute(db)
  return new Map(rows.map((row) => [row.cloudId, { ...row, at: row.at.toISOString() }]))
}

/** Who stopped so shortly before, in minutes, is counted once: one panel that comes and goes is not many. */
const onceInMinutes = 10

/** A stop as it is counted. */
export interface StoppedRow
  extends Pick<
    Selectable<Tables['webconnect_absence']>,
    'began_at' | 'container_name' | 'iccid' | 'carrier'
  > {
  has_stopped: boolean
}

/** Of a row of `webconnect_absence` that is inserted. */
export const stoppedShortlyBefore = sql<boolean>`exists (
  select from webconnect_absence as earlier where earlier.cloud_id = webconnect_absence.cloud_id
    and earlier.began_at < webconnect_absence.began_at
    and earlier.began_at > webconnect_absence.began_at - ${sql.lit(onceInMinutes)} * interval '1 minute')`

/** Counts stops by the minute, where they are at home, and in all. */
export async function countStopped(trx: Kysely<Tables>, stopped: readonly StoppedRow[]): Promise<void> {
  if (stopped.length === 0) return
  const nowhere = { container_name: '', carrier: '', sim_range: '' }
  const cells = stopped.flatMap(({ began_at, container_name, carrier, iccid }) => {
    const minute = `${began_at.toISOString().slice(0, 16)}Z`
    return [
      { minute, container_name, carrier, sim_range: simRange(iccid) },
      { minute, ...nowhere },
    ]
  })
  await sql`
    insert into webconnect_stops as kept (minute, container_name, carrier, sim_range, stopped)
    select minute, container_name, carrier, sim_range, count(*)
    from jsonb_populate_recordset(null::webconnect_stops, ${JSON.stringify(cells)}::jsonb) group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (minute, container_name, carrier, sim_range) do update set stopped = kept.stopped + excluded.stopped`.execute(
    trx,
  )
}

/** How many stopped in one place that they share. */
export interface StopCell {
  container: string
  carrier: VendorCode | ''
  range: string
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
    select container_name as container, carrier, sim_range as range, sum(stopped)::integer as stopped from webconnect_stops
    where minute between date_trunc('minute', ${from}::timestamptz) and ${to}::timestamptz and container_name <> ''
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Of one company, each panel once. */
export async function stopsOfCompany(db: Db, companyId: number, { from, to }: Span): Promise<StopCell[]> {
  const { rows } = await sql<StopCell>`
    select container, carrier, range, count(*)::integer as stopped
    from (
      select max(container_name) as container, max(carrier) as carrier, max(${simRangeIn(sql`iccid`)}) as range
      from webconnect_absence where company_id = ${companyId}
        and began_at between date_trunc('minute', ${from}::timestamptz) and ${to}::timestamptz
      group by cloud_id) as stopped
    group by 1, 2, 3`.execute(db)
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

const columns = {
  container: sql`container_name`,
  company: sql`company_id::text`,
  carrier: sql`carrier`,
  'sim-range': simRangeIn(sql`iccid`),
}

/** How many of those who stopped are back; of a scope that is none of these, of all. */
export async function countBack(
  db: Db,
  scope: { scope: string; id: string },
  { from, to }: Span,
): Promise<number> {
  const column = columns[scope.scope as keyof typeof columns]
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webconnect_absence
    where began_at between date_trunc('minute', ${from}::timestamptz) and ${to}::timestamptz and ended_at is not null
      ${column ? sql`and ${column} = ${scope.id}` : sql``}`.execute(db)
  return rows[0]?.count ?? 0
}
