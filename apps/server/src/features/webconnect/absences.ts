import { type VendorCode, vendorOf } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { observedOf } from './present-panels.ts'
import type { ContainerLook, SeenPanel } from './seen-panel.ts'
import { countStopped, isShort, type StoppedRow, soonMs, stoppedShortlyBefore } from './stops.ts'

/** For so long it is known when panels were away, and how often they began a session. */
export const absenceDays = 8

interface Away {
  cloud_id: string
  how: 'left' | 'silent'
  began_at: string
  iccid: string
  seen_until: string | null
}

/**
 * Keeps who left and who fell silent, when, and with which container, SIM, company and carrier; who is back; and how many
 * sessions were begun since the look before. Of what is away already nothing is written.
 */
export async function noteAbsences(
  db: Db,
  container: string,
  { panels, missed }: { panels: readonly SeenPanel[]; missed: readonly string[] },
  look: ContainerLook,
): Promise<void> {
  const left = await lastSimsOf(db, missed)
  const oldest = new Date(Date.parse(look.askedAt) - absenceDays * 24 * 3600_000).toISOString()
  const silent = panels.filter(({ connection, heard_at }) => connection === 'silent' && heard_at > oldest)
  const { lastAt, askedAt } = look
  const seen_until = lastAt && Date.parse(askedAt) - Date.parse(lastAt) > soonMs ? lastAt : null
  await keepAway(db, container, [
    ...left.map(({ id, iccid }) => ({
      cloud_id: id,
      how: 'left' as const,
      began_at: askedAt,
      iccid,
      seen_until,
    })),
    ...silent.map(({ id, heard_at, iccid }) => ({
      cloud_id: id,
      how: 'silent' as const,
      began_at: heard_at,
      iccid,
      seen_until: null,
    })),
  ])
  const [seen, heard] = [panels, panels.filter(({ connection }) => connection === 'connected')].map((some) =>
    some.map(({ id }) => id),
  )
  await db.transaction().execute(async (trx) => {
    const { rows: back } = await sql<StoppedRow & { was_short: boolean }>`
      update webconnect_absence set ended_at = greatest(began_at, ${look.askedAt}::timestamptz)
      where ended_at is null and cloud_id = any(${seen}::text[]) and (how = 'left' or cloud_id = any(${heard}::text[]))
      returning began_at, container_name, iccid, carrier, receiver, seen_until is not null or ${stoppedShortlyBefore} as has_stopped,
        how = 'left' and ${isShort} as was_short`.execute(trx)
    // A look that fell between two sessions of a panel.
    const blips = back.filter(({ was_short, has_stopped }) => was_short && !has_stopped)
    await countStopped(trx, blips, -1)
  })
  if (lastAt !== null)
    await keepBegun(
      db,
      panels.filter(({ connected_at }) => connected_at > lastAt && connected_at <= look.askedAt),
    )
}

async function lastSimsOf(db: Db, cloudIds: readonly string[]) {
  if (cloudIds.length === 0) return []
  const { rows } = await sql<{ id: string; iccid: string }>`
    select told.id, coalesce(fields ->> 'iccid', '') as iccid from unnest(${cloudIds}::text[]) as told (id)
    cross join ${observedOf(sql.ref('told.id'))} as observed`.execute(db)
  return rows
}

/** A dead session that another container still has of a panel says nothing of it. */
async function keepAway(db: Db, container: string, away: readonly Away[]): Promise<void> {
  if (away.length === 0) return
  const { rows } = await sql<
    Away & { company_id: number | null; receiver: string; vendor_code: VendorCode | null }
  >`
    select away.*, panel.company_id, coalesce(panel.receiver, '') as receiver, sim.vendor_code
    from jsonb_to_recordset(${JSON.stringify(away)}::jsonb) as away (cloud_id text, how text, began_at text, iccid text, seen_until text)
    cross join ${observedOf(sql.ref('away.cloud_id'))} as observed
    left join panel on panel.cloud_id = away.cloud_id left join sim on sim.iccid = away.iccid
    where fields ->> 'container' = ${container} and not exists (select from webconnect_absence as open
      where open.cloud_id = away.cloud_id and open.how = away.how and open.ended_at is null)`.execute(db)
  if (rows.length === 0) return
  const all = rows.map(({ vendor_code, ...row }) => ({
    ...row,
    container_name: container,
    carrier: vendorOf(row.iccid, vendor_code) ?? '',
  }))
  await db.transaction().execute(async (trx) => {
    // Another server may look at the container as well.
    const { rows: stopped } = await sql<StoppedRow>`
      insert into webconnect_absence (cloud_id, how, began_at, container_name, iccid, company_id, carrier, receiver, seen_until)
      select cloud_id, how, began_at, container_name, iccid, company_id, carrier, receiver, seen_until
      from jsonb_populate_recordset(null::webconnect_absence, ${JSON.stringify(all)}::jsonb)
      order by cloud_id, how on conflict do nothing
      returning began_at, container_name, iccid, carrier, receiver, seen_until is not null or ${stoppedShortlyBefore} as has_stopped`.execute(
      trx,
    )
    await countStopped(
      trx,
      stopped.filter(({ has_stopped }) => !has_stopped),
    )
  })
}

async function keepBegun(db: Db, begun: readonly SeenPanel[]): Promise<void> {
  if (begun.length === 0) return
  await sql`
    insert into webconnect_sessions as kept (cloud_id, hour, begun)
    select id, date_trunc('hour', connected_at, 'UTC'), 1
    from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as begun (id text, connected_at timestamptz)
    order by id on conflict (cloud_id, hour) do update set begun = kept.begun + 1`.execute(db)
}

/** Sessions that panels began, by cloud ID and hour: a panel that began none is not in it. */
export async function beginningsOf(
  db: Db,
  cloudIds: readonly string[],
  since: Date,
): Promise<Map<string, { hour: string; count: number }[]>> {
  const { rows } = await sql<{ cloud_id: string; hour: Date; begun: number }>`
    select cloud_id, hour, begun from webconnect_sessions where cloud_id = any(${cloudIds}::text[])
      and hour >= date_trunc('hour', ${since.toISOString()}::timestamptz, 'UTC') order by hour desc`.execute(
    db,
  )
  const found = Map.groupBy(rows, ({ cloud_id }) => cloud_id)
  return new Map(
    [...found].map(([id, of]) => [
      id,
      of.map(({ hour, begun }) => ({ hour: hour.toISOString(), count: begun })),
    ]),
  )
}

/** An absence of a panel; `endedAt` null: it lasts. */
interface Absence {
  how: 'left' | 'silent'
  beganAt: string
  endedAt: string | null
  container: string
}

/** A panel's last 200 absences at most, the newest first. */
export async function absencesOf(db: Db, cloudId: string): Promise<Absence[]> {
  const rows = await db
    .selectFrom('webconnect_absence')
    .selectAll()
    .where('cloud_id', '=', cloudId)
    .orderBy('began_at', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ how, began_at, ended_at, container_name }) => ({
    how,
    beganAt: began_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    container: container_name,
  }))
}

/** An absence that is shorter tells nothing of the hours of a day; in minutes. */
const longMinutes = 30

/** Absences of half an hour and more, and those that last, by cloud ID, the newest first; one that fell silent and then left is one. */
export async function longAbsencesOf(
  db: Db,
  cloudIds: readonly string[],
): Promise<Map<string, Omit<Absence, 'container'>[]>> {
  const { rows } = await sql<{ id: string; how: Absence['how']; began_at: Date; ended_at: Date | null }>`
    select cloud_id as id, how, began_at, ended_at from webconnect_absence as away
    where cloud_id = any(${cloudIds}::text[])
      and (ended_at is null or ended_at - began_at >= ${longMinutes} * interval '1 minute')
      and not exists (select from webconnect_absence as wider where wider.cloud_id = away.cloud_id
        and wider.began_at < away.began_at and (wider.ended_at is null or wider.ended_at > away.began_at))
    order by began_at desc`.execute(db)
  const all = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...all].map(([id, of]) => [
      id,
      of.map(({ how, began_at, ended_at }) => ({
        how,
        beganAt: began_at.toISOString(),
        endedAt: ended_at?.toISOString() ?? null,
      })),
    ]),
  )
}

export async function forgetAbsences(db: Db): Promise<void> {
  const before = sql`now() - ${absenceDays} * interval '1 day'`
  await sql`delete from webconnect_absence where began_at < ${before}`.execute(db)
  await sql`delete from webconnect_sessions where hour < ${before}`.execute(db)
  await sql`delete from webconnect_stops where minute < ${before}`.execute(db)
}
