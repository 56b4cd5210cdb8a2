import { carrierNames, factRights, type PanelThing, vendorOf } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { lastSaidOf } from '../../platform/observations/observations.store.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { idsOfPanel } from '../panels/index.ts'
import { bySource, companyOf, connectionsOf, inventory, webConnect } from './belongs-to.ts'

/**
 * A panel's page without the clock; undefined: neither the inventory nor WebConnect ever told of this cloud ID, as far as the
 * reader may read them.
 */
export async function readPanel(
  db: Db,
  cloudId: string,
  may: May,
): Promise<Omit<PanelThing, 'now'> | undefined> {
  const [row, ids, connections] = await Promise.all([
    db.selectFrom('panel').selectAll().where('cloud_id', '=', cloudId).executeTakeFirst(),
    idsOfPanel(db, cloudId, may),
    connectionsOf(db, [cloudId], may),
  ])
  const connection = connections.get(cloudId) ?? null
  if (!row && !connection) return undefined
  const [company, inInventory, said] = await Promise.all([
    companyOf(db, row?.company_id ?? null, may),
    db
      .selectFrom('sim')
      .select('iccid')
      .where('panel', '=', cloudId)
      // As its index has it.
      .where('panel', '<>', '')
      .orderBy('iccid')
      .execute(),
    lastSaidOf(db, 'panel', ids, may),
  ])
  const places = bySource([
    ...inInventory.map(({ iccid }) => [inventory, iccid] as const),
    ...(connection?.iccid ? [[webConnect, connection.iccid] as const] : []),
  ])
  const iccids = places.map(({ id }) => id)
  const sims = may(factRights.sim) ? await simsOf(db, iccids) : new Map<string, PanelSim>()
  /** As the panel told it to the inventory, else as a neighbour last told it. */
  const told = (name: string, field: string) => {
    const own = row?.panel_info[name]
    return typeof own === 'string' && own !== ''
      ? own
      : (said.map(({ fields }) => fields?.[field]).find(Boolean) ?? '')
  }
  return {
    panel: {
      cloudId,
      companyName: company?.name ?? '',
      companySapNumber: company?.sapCompanyId ?? '',
      remoteId: row?.remote_id ?? '',
      flagged: row?.flagged ?? false,
      panelInfo: row?.panel_info ?? { serviceStates: [] },
    },
    physicalId: told('physicalPanelId', 'physicalId') || (ids[1] ?? ''),
    productId: told('productId', 'productId'),
    deviceId: told('deviceId', 'deviceId'),
    flagChangedAt: row?.flag_changed_at?.toISOString() ?? null,
    flagChangedBy: row?.flag_changed_by ?? '',
    company,
    sims: places.map(({ id, sources }) => {
      const { vendorCode = null, status = null } = sims.get(id) ?? {}
      return { iccid: id, vendorCode, sources, status }
    }),
    connection,
    updatedAt: row?.update_date.toISOString() ?? null,
  }
}

type PanelSim = Pick<PanelThing['sims'][number], 'vendorCode' | 'status'>

/** The SIMs with what their carriers last said. */
async function simsOf(db: Db, iccids: readonly string[]): Promise<Map<string, PanelSim>> {
  const { rows } = await sql<{
    iccid: string
    vendor_code: PanelSim['vendorCode']
    said: { source: string; word: string; at: string }[]
  }>`
    select wanted.iccid, sim.vendor_code, (
      select coalesce(json_agg(json_build_object('source', source, 'word', fields ->> 'deviceStatus', 'at', asked_at)), '[]')
      from observation where thing_kind = 'sim' and thing_id = wanted.iccid and fields ->> 'deviceStatus' <> '') as said
    from unnest(${iccids}::text[]) as wanted (iccid) left join sim on sim.iccid = wanted.iccid`.execute(db)
  return new Map(
    rows.map(({ iccid, vendor_code, said }) => {
      const vendorCode = vendorOf(iccid, vendor_code) ?? null
      const own = said.find(({ source }) => vendorCode !== null && source === carrierNames[vendorCode])
      return [iccid, { vendorCode, status: own ? { ...own, at: new Date(own.at).toISOString() } : null }]
    }),
  )
}
