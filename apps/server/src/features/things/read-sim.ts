import { factRights, type SimThing, vendorOf } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { lastSaidOf } from '../../platform/observations/observations.store.ts'
import { findSim } from '../sims/index.ts'
import { noPanelState, noSimState, panelStatesOf, simStatesOf, type View } from '../states/index.ts'
import { bySource, companyOf, connectionsOf, inventory, webConnect } from './belongs-to.ts'

/**
 * A SIM's page without the clock; undefined: neither the inventory nor anything that is kept names it, as far as the reader may
 * read it.
 */
export async function readSim(db: Db, iccid: string, view: View): Promise<Omit<SimThing, 'now'> | undefined> {
  const { may } = view
  const [sim, said, sessions] = await Promise.all([
    findSim(db, iccid),
    lastSaidOf(db, 'sim', [iccid], may),
    may(factRights.session) ? panelsWith(db, iccid) : [],
  ])
  const told = said.filter(({ fields }) => fields !== null)
  const isKnown = sim || told.length > 0 || sessions.length > 0
  if (!isKnown && !(may(factRights.simActivity) && (await hasHistory(db, iccid)))) return undefined

  const places = bySource([
    ...(sim?.panel ? [[inventory, sim.panel] as const] : []),
    ...sessions.map((id) => [webConnect, id] as const),
  ])
  const cloudIds = places.map(({ id }) => id)
  const [company, connections, panels, states] = await Promise.all([
    companyOf(db, sim?.company?.companyId ?? null, may),
    connectionsOf(db, cloudIds, may),
    panelStatesOf(db, view, cloudIds),
    simStatesOf(db, view, [iccid]),
  ])
  const [newest] = told
    .filter(({ fields }) => fields?.phoneNumber)
    .sort((a, b) => (b.askedAt?.getTime() ?? 0) - (a.askedAt?.getTime() ?? 0))
  return {
    iccid,
    vendorCode: vendorOf(iccid, sim?.vendorCode) ?? null,
    usability: sim && may(factRights.usability) ? (sim.usable ? 'Usable' : 'Unusable') : null,
    state: states.get(iccid) ?? noSimState,
    deactivatedAt: sim?.deactivatedAt?.toISOString() ?? null,
    phoneNumber: newest?.fields?.phoneNumber ?? '',
    company,
    panels: places.map(({ id, sources }) => ({
      cloudId: id,
      sources,
      state: panels.get(id) ?? noPanelState,
      connection: connections.get(id) ?? null,
    })),
  }
}

/** The panels whose last session named this SIM, the latest first. */
async function panelsWith(db: Db, iccid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select observation.thing_id as id from observed_identifier as seen
    join observation on observation.thing_kind = seen.thing_kind and observation.thing_id = seen.thing_id
      and observation.source = seen.source
    where seen.form = ${iccid} and seen.field = 'iccid' and seen.thing_kind = 'panel'
      and observation.fields ->> 'iccid' = ${iccid}
    order by observation.asked_at desc, id`.execute(db)
  return rows.map(({ id }) => id)
}

async function hasHistory(db: Db, iccid: string): Promise<boolean> {
  const activity = db.selectFrom('sim_transaction').select('iccid').where('iccid', '=', iccid).limit(1)
  return (await activity.executeTakeFirst()) !== undefined
}
