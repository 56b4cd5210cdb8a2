import { factRights, type PanelThing, vendorOf } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { lastSaidOf } from '../../platform/observations/observations.store.ts'
import { idsOfPanel } from '../panels/index.ts'
import { findSims } from '../sims/index.ts'
import { noPanelState, panelStatesOf, simStatesOf, type View } from '../states/index.ts'
import { bySource, companyOf, connectionsOf, inventory, webConnect } from './belongs-to.ts'

/**
 * A panel's page without the clock; undefined: neither the inventory nor WebConnect ever told of this cloud ID, as far as the
 * reader may read them.
 */
export async function readPanel(
  db: Db,
  cloudId: string,
  view: View,
): Promise<Omit<PanelThing, 'now'> | undefined> {
  const { may } = view
  const [row, ids, connections, states] = await Promise.all([
    db.selectFrom('panel').selectAll().where('cloud_id', '=', cloudId).executeTakeFirst(),
    idsOfPanel(db, cloudId, may),
    connectionsOf(db, [cloudId], may),
    panelStatesOf(db, view, [cloudId]),
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
  const sims = may(factRights.sim) ? await simsOf(db, view, iccids) : new Map<string, PanelSim>()
  /** As the panel told it to the inventory, else as a neighbour last told it. */
  const told = (name: string, field: string) => {
    const own = row?.panel_info[name]
    return typeof own === 'string' && own !== ''
      ? own
      : (said.map(({ fields }) => fields?.[field]).find(Boolean) ?? '')
  }
  return {
    state: states.get(cloudId) ?? noPanelState,
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
    receiver: row?.receiver ?? '',
    flagChangedAt: row?.flag_changed_at?.toISOString() ?? null,
    flagChangedBy: row?.flag_changed_by ?? '',
    company,
    sims: places.map(({ id, sources }) => {
      const { vendorCode = null, state = null } = sims.get(id) ?? {}
      return { iccid: id, vendorCode, sources, state }
    }),
    connection,
    updatedAt: row?.update_date.toISOString() ?? null,
  }
}

type PanelSim = Pick<PanelThing['sims'][number], 'vendorCode' | 'state'>

async function simsOf(db: Db, view: View, iccids: readonly string[]): Promise<Map<string, PanelSim>> {
  const [sims, states] = await Promise.all([findSims(db, iccids), simStatesOf(db, view, iccids)])
  return new Map(
    iccids.map((iccid) => [
      iccid,
      {
        vendorCode: vendorOf(iccid, sims.get(iccid)?.vendorCode) ?? null,
        state: states.get(iccid) ?? null,
      },
    ]),
  )
}
