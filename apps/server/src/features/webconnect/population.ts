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
/** And those that differ in the last two are of one batch. */
const batchTail = 3
export const simRange = (iccid: string): string => iccid.slice(0, -rangeTail)
export const simBatch = (iccid: string): string => iccid.slice(0, -batchTail)
const head = (iccid: RawBuilder<string>, tail: number): RawBuilder<string> =>
  sql`left(${iccid}, greatest(length(${iccid}) - ${sql.lit(tail)}, 0))`
export const simRangeIn = (iccid: RawBuilder<string>): RawBuilder<string> => head(iccid, rangeTail)
export const simBatchIn = (iccid: RawBuilder<string>): RawBuilder<string> => head(iccid, batchTail)

/** What panels share that the inventory tells (K5): of these who is at home where is counted for each. */
export const apartScopes = ['firmware', 'network-model', 'vpn-endpoint'] as const
export type ApartScope = (typeof apartScopes)[number]
export const isApart = (scope: string): scope is ApartScope =>
  (apartScopes as readonly string[]).includes(scope)
/** Of rows of panel, sim and company. */
export const apartIn: Record<ApartScope, RawBuilder<string>> = {
  firmware: sql`coalesce(panel.panel_info ->> 'firmware', '')`,
  'network-model': sql`coalesce(sim.network_model, company.network_model, '')`,
  'vpn-endpoint': sql`coalesce(company.vpn_endpoint, '')`,
}

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
const isAtHome = (now: string) => sql`thing_kind = 'panel' and source = ${source} and fields is not null
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
  /** Both empty: of all. */
  scope: string
  scope_id: string
  panels: number
}

const counted = ({ container, range, iccid, code, receiver, panels }: Row): PopulationCell => ({
  container,
  range,
  receiver,
  carrier: vendorOf(iccid, code !== null && vendorCodes.includes(code) ? code : null) ?? '',
  panels,
})

/** Counts who is at home where, if that is due; of several servers that find it due one after the other does. */
export async function countPopulation(db: Db, now: string): Promise<void> {
  const { rows: fresh } = await sql`
    select from webconnect_population where counted_at between ${now}::timestamptz - ${everyMs} * interval '1 ms'
      and ${now}::timestamptz + ${everyMs} * interval '1 ms' limit 1`.execute(db)
  if (fresh.length > 0) return
  const [firmware, model, endpoint] = apartScopes.map((scope) => apartIn[scope])
  const { rows } = await sql<Row>`
    select container, ${simRangeIn(sql`iccid`)} as range, min(iccid) as iccid, code, receiver, count(*)::integer as panels,
      case when grouping(firmware) = 0 then 'firmware' when grouping(model) = 0 then 'network-model'
        when grouping(endpoint) = 0 then 'vpn-endpoint' else '' end as scope,
      coalesce(firmware, model, endpoint, '') as scope_id
    from (select ${cell}, ${firmware} as firmware, ${model} as model, ${endpoint} as endpoint
      from observation left join panel on panel.cloud_id = thing_id left join sim on sim.iccid = fields ->> 'iccid'
        left join company on company.id = panel.company_id
      where ${isAtHome(now)}) as home
    group by container, 2, code, receiver, grouping sets ((), (firmware), (model), (endpoint))`.execute(db)
  const cells = rows
    .filter(({ scope, scope_id }) => scope === '' || scope_id !== '')
    .map((row) => {
      const { container, carrier, range, receiver, panels } = counted(row)
      const { scope, scope_id } = row
      return {
        ...{ scope, scope_id, container_name: container, carrier, sim_range: range, receiver, panels },
        counted_at: now,
      }
    })
  await db.transaction().execute(async (trx) => {
    await sql`lock table webconnect_population in share row exclusive mode`.execute(trx)
    await trx.deleteFrom('webconnect_population').execute()
    if (cells.length > 0)
      await sql`
        insert into webconnect_population (scope, scope_id, container_name, carrier, sim_range, receiver, panels, counted_at)
        select scope, scope_id, container_name, carrier, sim_range, receiver, sum(panels), min(counted_at)
        from jsonb_populate_recordset(null::webconnect_population, ${JSON.stringify(cells)}::jsonb)
        group by 1, 2, 3, 4, 5, 6`.execute(trx)
  })
}

/** As last counted; empty: it was not, yet. @param of those alone that share this */
export async function populationOf(
  db: Db,
  of: { scope: ApartScope; id: string } | { scope: ''; id: '' } = { scope: '', id: '' },
): Promise<PopulationCell[]> {
  const { rows } = await sql<PopulationCell>`
    select container_name as container, carrier, sim_range as range, receiver, panels from webconnect_population
    where scope = ${of.scope} and scope_id = ${of.id}`.execute(db)
  return rows
}

/** How many panels share what, as last counted: 'firmware 3.9.4'. */
export async function sizesApart(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; panels: number }>`
    select scope || ' ' || scope_id as key, sum(panels)::integer as panels from webconnect_population where scope <> ''
    group by 1`.execute(db)
  return new Map(rows.map(({ key, panels }) => [key, panels]))
}

/** Of one company, or with a SIM of one batch, as it is now. */
export async function populationWithin(
  db: Db,
  { scope, id }: { scope: 'company' | 'sim-batch'; id: string },
  now: string,
): Promise<PopulationCell[]> {
  const own =
    scope === 'company'
      ? sql`panel join observation on thing_id = cloud_id and panel.company_id::text = ${id}
          left join sim on sim.iccid = fields ->> 'iccid'`
      : sql`(select distinct thing_id as panel from observed_identifier as told where told.thing_kind = 'panel' and field = 'iccid'
            and form ~>=~ ${id} and form ~<~ ${`${id}:`}) as told
          join observation on thing_id = told.panel and starts_with(fields ->> 'iccid', ${id})
          left join sim on sim.iccid = fields ->> 'iccid' left join panel on panel.cloud_id = thing_id`
  const { rows } = await sql<Row>`
    select container, ${simRangeIn(sql`iccid`)} as range, min(iccid) as iccid, code, receiver, count(*)::integer as panels
    from (select ${cell} from ${own} where ${isAtHome(now)}) as home group by 1, 2, 4, 5`.execute(db)
  return rows.map(counted)
}
