import { type NetworkModel, networkModelNames } from '@support-console/contract'
import type { Generated } from 'kysely'

export const networkModels = Object.keys(networkModelNames) as NetworkModel[]

export interface CompanyTable {
  id: Generated<number>
  name: string
  /** 1 to 10 digits (D26). */
  sap_company_id: string
  sap_sales_region: 'us' | 'ca'
  device_region: string
  network_model: NetworkModel
  /** Only for TIER3_STANDARD; otherwise ''. */
  vpn_endpoint: Generated<string>
  create_date: Generated<Date>
  update_date: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    company: CompanyTable
  }
}
