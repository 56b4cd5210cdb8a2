import type { NetworkModel, VendorCode } from '@support-console/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** A SIM as our own inventory knows it (decision 1). */
export interface InventorySim {
  iccid: string
  vendorCode: VendorCode
  usable: boolean
  /** The SIM's own, else its company's; null where neither says one. */
  networkModel: NetworkModel | null
  vpnGateway: string
  vpnUserName: string
  vpnPassword: string
  company: { companyId: number; name: string; sapCompanyId: string } | null
}

/** The SIM with its company, or undefined when the inventory has none of that id. */
export async function findSim(db: Kysely<Tables>, iccid: string): Promise<InventorySim | undefined> {
  const row = await db
    .selectFrom('sim')
    .leftJoin('company', 'company.id', 'sim.company_id')
    .select([
      'sim.iccid',
      'sim.vendor_code',
      'sim.usable',
      'sim.network_model',
      'sim.vpn_user_name',
      'sim.vpn_password',
      'company.id as company_id',
      'company.name as company_name',
      'company.sap_company_id',
      'company.network_model as company_network_model',
      'company.vpn_endpoint',
    ])
    .where('sim.iccid', '=', iccid)
    .executeTakeFirst()
  if (!row) return undefined
  const { company_id: companyId, company_name: name, sap_company_id: sapCompanyId } = row
  return {
    iccid: row.iccid,
    vendorCode: row.vendor_code,
    usable: row.usable,
    networkModel: row.network_model ?? row.company_network_model,
    vpnGateway: row.vpn_endpoint ?? '',
    vpnUserName: row.vpn_user_name,
    vpnPassword: row.vpn_password,
    company:
      companyId === null || name === null || sapCompanyId === null ? null : { companyId, name, sapCompanyId },
  }
}
