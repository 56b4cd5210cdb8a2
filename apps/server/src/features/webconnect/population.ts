import { type VendorCode, vendorCodes, vendorOf } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { source } from './present-panels.ts'

/** Counted so often, in milliseconds: who is at home where changes little. */
const everyMs = 15 * 60_000
/** A panel that has been gone for longer is at home nowhere. */
const homeMs = 24 * 3600_000

/** SIMs are ordered by the block: those whose IDs differ in the last four digits and the check digit are of one range. */
const rangeTail = 5
export const simRange = (iccid: string): string => iccid.slice(0, -rangeTail)
export const simRangeIn = (iccid: RawBuilder<string>): RawBuilder<string> =>
  sql`left(${iccid}, greatest(length(${iccid}) - ${sql.lit(rangeTail)}, 0))`

/** How many panels are at home in one place that they share. */
export interface PopulationCell {
  container: string
  carrier: VendorCode | ''
  range: string
  /** Empty: not known. */
  receiver: string
  panels: number
}

/** The panels that have a session, or had one within a day: where they are at home, by the SIMs of their sessions. */
const atHome = (now: string) => sql`
  from observation left join sim on sim.iccid = fields ->> 'iccid' left join panel on panel.cloud_id = thing_id
  where thing_kind = 'panel' and source = ${source} and fields is not null
    and (fields ->> 'connection' <> 'gone' or asked_at > ${now}::timestamptz - ${homeMs} * interval '1 ms')`

const cell = sql`coalesce(fields ->> 'container', '') as container, coalesce(fields ->> 'iccid', '') as iccid,
  sim.vendor_code as code, coalesce(panel.receiver, '') as receiver`

interface Row {
  container: string
  range: string
  /** Of one SIM of the range, whose prefix says whose it is. */
  iccid: string
  code: VendorCode | null
  receiver: string
  panels: number
}

const counted = (rows: readonly Row[]): PopulationCell[] =>
  rows.map(({ container, range, iccid, code, receiver, panels }) => ({
    container,
    range,
    receiver,
    carrier: vendorOf(iccid, code !== null && vendorCodes.includes(code) ? code : null) ?? '',
    panels,
  }))

/** Counts who is at home where, if that is due; of several servers that find it due one after the other does. */
export async function countPopulation(db: Db, now: string): Promise<void> {
  const { rows: fresh } = await sql`
    select from webconnect_population where counted_at between ${now}::timestamptz - ${everyMs} * interval '1 ms'
      and ${now}::timestamptz + ${everyMs} * interval '1 ms' limit 1`.execute(db)
  if (fresh.length > 0) return
  const { rows } = await sql<Row>`
    select container, ${simRangeIn(sql`iccid`)} as range, min(iccid) as iccid, code, receiver, count(*)::integer as panels
    from (select ${cell} ${atHome(now)}) as home group by 1, 2, 4, 5`.execute(db)
  const cells = counted(rows).map(({ container, carrier, range, receiver, panels }) => ({
    ...{ container_name: container, carrier, sim_range: range, receiver, panels, counted_at: now },
  }))
  await db.transaction().execute(async (trx) => {
    await sql`lock table webconnect_population in share row exclusive mode`.execute(trx)
    await trx.deleteFrom('webconnect_population').execute()
    if (cells.length > 0)
      await sql`
        insert into webconnect_population (container_name, carrier, sim_range, receiver, panels, counted_at)
        select container_name, carrier, sim_range, receiver, sum(panels), min(counted_at)
        from jsonb_populate_recordset(null::webconnect_population, ${JSON.stringify(cells)}::jsonb)
        group by 1, 2, 3, 4`.execute(trx)
  })
}

/** As last counted; empty: it was not, yet. */
export async function populationOf(db: Db): Promise<PopulationCell[]> {
  const { rows } = await sql<PopulationCell>`
    select container_name as container, carrier, sim_range as range, receiver, panels from webconnect_population`.execute(
    db,
  )
  return rows
}

/** Of one company, as it is now. */
export async function populationOfCompany(db: Db, companyId: number, now: string): Promise<PopulationCell[]> {
  const { rows } = await sql<Row>`
    select container, ${simRangeIn(sql`iccid`)} as range, min(iccid) as iccid, code, receiver, count(*)::integer as panels
    from (
      select ${cell} from panel join observation on thing_kind = 'panel' and thing_id = cloud_id and source = ${source}
      left join sim on sim.iccid = fields ->> 'iccid'
      where panel.company_id = ${companyId} and fields is not null
        and (fields ->> 'connection' <> 'gone' or asked_at > ${now}::timestamptz - ${homeMs} * interval '1 ms')) as home
    group by 1, 2, 4, 5`.execute(db)
  return counted(rows)
}
