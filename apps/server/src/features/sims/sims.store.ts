import { type NetworkModel, otherForms, type VendorCode } from '@support-console/contract'
import { type InferResult, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Sealed } from '../../platform/secrets/secret-box.ts'
import type {} from './sims.table.ts'

/** A SIM as our own inventory knows it (decision 1). */
export interface InventorySim {
  iccid: string
  vendorCode: VendorCode
  usable: boolean
  /** The SIM's own, else its company's; null where neither says one. */
  networkModel: NetworkModel | null
  companyNetworkModel: NetworkModel | null
  vpnGateway: string
  vpnUserName: string
  /** Opened by `openVpnPassword`, where someone is to see it. */
  vpnPassword: Sealed
  /** When the console deactivated it, or learned that it is; null: it is not, as far as we know. */
  deactivatedAt: Date | null
  /** The cloud ID of the panel that it sits in; null: not known. */
  panel: string | null
  company: { companyId: number; name: string; sapCompanyId: string } | null
}

/** The SIM with its company, or undefined when the inventory has none of that id. */
export async function findSim(db: Kysely<Tables>, iccid: string): Promise<InventorySim | undefined> {
  return (await findSims(db, [iccid])).get(iccid)
}

/** Those of the SIMs that the inventory has, by ICCID. */
export async function findSims(
  db: Kysely<Tables>,
  iccids: readonly string[],
): Promise<Map<string, InventorySim>> {
  const rows = await selectSims(db).where('sim.iccid', '=', sql<string>`any(${iccids}::text[])`).execute()
  return new Map(rows.map((row) => [row.iccid, toSim(row)]))
}

/**
 * Which of these the inventory writes otherwise, and how: with a check digit that a source leaves out, or without one. What it has as
 * it is written is not among them.
 */
export async function inInventoryAs(
  db: Kysely<Tables>,
  iccids: readonly string[],
): Promise<Map<string, string>> {
  const written = [...new Set(iccids)].filter((iccid) => iccid !== '')
  const has = async (some: readonly string[]) => {
    const { rows } = await sql<{
      iccid: string
    }>`select iccid from sim where iccid = any(${some}::text[])`.execute(db)
    return new Set(rows.map(({ iccid }) => iccid))
  }
  const known = await has(written)
  const forms = written.flatMap((iccid) =>
    known.has(iccid) ? [] : otherForms(iccid).map((form) => [iccid, form] as const),
  )
  if (forms.length === 0) return new Map()
  const own = await has(forms.map(([, form]) => form))
  return new Map(forms.filter(([, form]) => own.has(form)))
}

type SimRow = InferResult<ReturnType<typeof selectSims>>[number]

const selectSims = (db: Kysely<Tables>) =>
  db
    .selectFrom('sim')
    .leftJoin('company', 'company.id', 'sim.company_id')
    .select([
      'sim.iccid',
      'sim.vendor_code',
      'sim.usable',
      'sim.network_model',
      'sim.vpn_user_name',
      'sim.vpn_password',
      'sim.deactivated_at',
      'sim.panel',
      'company.id as company_id',
      'company.name as company_name',
      'company.sap_company_id',
      'company.network_model as company_network_model',
      'company.vpn_endpoint',
    ])

function toSim(row: SimRow): InventorySim {
  const { company_id: companyId, company_name: name, sap_company_id: sapCompanyId } = row
  return {
    iccid: row.iccid,
    vendorCode: row.vendor_code,
    usable: row.usable,
    networkModel: row.network_model ?? row.company_network_model,
    companyNetworkModel: row.company_network_model,
    vpnGateway: row.vpn_endpoint ?? '',
    vpnUserName: row.vpn_user_name,
    vpnPassword: row.vpn_password,
    deactivatedAt: row.deactivated_at,
    panel: row.panel || null,
    company:
      companyId === null || name === null || sapCompanyId === null ? null : { companyId, name, sapCompanyId },
  }
}

/** Notes in the inventory that the SIM is deactivated. */
export async function noteDeactivated(trx: Transaction<Tables>, iccid: string): Promise<void> {
  await trx
    .updateTable('sim')
    .set({
      deactivated_at: sql<Date>`clock_timestamp()`,
      update_date: sql<Date>`clock_timestamp()`,
    })
    .where('iccid', '=', iccid)
    .execute()
}

/** Its carrier says that the SIM is active: what the inventory noted before is over. */
export async function noteActive(db: Kysely<Tables>, iccid: string): Promise<void> {
  await db.updateTable('sim').set({ deactivated_at: null }).where('iccid', '=', iccid).execute()
}

/** For sentences: 8901…0013. */
export const shortSimId = (iccid: string): string => `${iccid.slice(0, 4)}…${iccid.slice(-4)}`
