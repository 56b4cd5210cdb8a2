import type { NetworkModel } from '@support-console/contract'
import { sql } from 'kysely'
import { withCheckDigit } from '../../apps/field/src/world/generator.ts'
import type { Db } from '../../apps/server/src/platform/database/open-database.ts'
import type { Carrier, Subject } from './world.ts'

/** Four containers with forty panels each; companies go across all of them. */
export const containers = ['webconnect-1', 'webconnect-2', 'webconnect-3', 'webconnect-4'] as const
export const perContainer = 40
const companies = { first: 3, count: 16 }
export const panels = Array.from({ length: containers.length * perContainer }, (_, i) => i + 1)

export const cloudIdOf = (place: number): string => `CBS${String(place).padStart(7, '0')}`
export const containerOf = (place: number): string => containers[Math.floor((place - 1) / perContainer)] ?? ''
const companyOf = (place: number): number =>
  companies.first + ((place * 7 + Math.floor(place / 16)) % companies.count)
/** Even ones have AT&T, odd ones Verizon. */
const carrierOf = (place: number): Carrier => (place % 2 === 0 ? 'ATT' : 'VZN')

export const others = (place: number, is: (other: number) => boolean): number[] =>
  panels.filter((other) => other !== place && is(other))
/** Another panel, the same each time. */
export const neighbourOf = (place: number): string =>
  cloudIdOf(others(place, (other) => other > 12 && other % 2 === 0)[20] ?? 0)

/** The companies have ten panels each, with all services and one network model. */
export async function peopled(db: Db): Promise<void> {
  const model: NetworkModel = 'TIER2_STANDARD'
  const ids = panels.map(companyOf)
  await sql`update company set network_model = ${model}, mnvos_in_use = array['Aeris', 'Wyless', 'Verizon'],
    use_connector_service = true, allow_cbs_auth_for_cloud_panel_connections = true, webconnect_mobile_enabled = true
    where id = any(${ids}::integer[])`.execute(db)
  await sql`delete from company_subnet where company_id = any(${ids}::integer[])`.execute(db)
  await sql`
    update panel set company_id = of.company, panel_info = jsonb_set(panel_info, '{serviceStates}', (
      select jsonb_agg(jsonb_set(each, '{activated}', 'true')) from jsonb_array_elements(panel_info -> 'serviceStates') as each))
    from (select unnest(${panels.map(cloudIdOf)}::text[]) as id, unnest(${ids}::integer[]) as company) as of
    where cloud_id = of.id`.execute(db)
  await sql`
    update sim set company_id = panel.company_id, network_model = null, usable = true from panel
    where sim.panel = panel.cloud_id and panel.cloud_id = any(${panels.map(cloudIdOf)}::text[])`.execute(db)
}

/** How the SIMs of each carrier begin, and one that the demo world has. */
const simsOf: Record<Carrier, { prefix: string; like: string }> = {
  ATT: { prefix: '89011700009', like: withCheckDigit('890117000090001000') },
  VZN: { prefix: '89148000009', like: withCheckDigit('891480000090001001') },
}

// The named ones show something else; others never called, or belong to another environment.
const healthy = panels.filter((place) => place > 12 && ![7, 9, 13].includes(place % 50))

/** The panel of a situation, in order, with a SIM that no other situation has. */
export async function subjectOf(db: Db, situation: number, named?: Carrier): Promise<Subject> {
  const place = healthy[situation * 2] ?? 0
  const carrier = named ?? carrierOf(place)
  const { prefix, like } = simsOf[carrier]
  const iccid = withCheckDigit(`${prefix}${3_000_000 + situation * 2}`)
  const cloudId = cloudIdOf(place)
  const { rows } = await sql<{ id: number; name: string; sapCompanyId: string; physicalId: string }>`
    select company.id, name, sap_company_id as "sapCompanyId", panel_info ->> 'physicalPanelId' as "physicalId"
    from panel join company on company.id = company_id where cloud_id = ${cloudId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no panel ${cloudId}.`)
  const { physicalId, ...company } = row
  return { cloudId, place, container: containerOf(place), company, iccid, like, carrier, physicalId }
}

/** Its SIM comes into the panel in the place of the one that was there. */
export async function insertSim(db: Db, { cloudId, iccid, carrier, company }: Subject): Promise<void> {
  await sql`update sim set panel = '' where panel = ${cloudId}`.execute(db)
  await sql`
    insert into sim (iccid, company_id, vendor_code, usable, network_model, create_date, update_date, panel)
    values (${iccid}, ${company.id}, ${carrier}, true, null, now() - interval '30 days', now() - interval '30 days', ${cloudId})`.execute(
    db,
  )
}
