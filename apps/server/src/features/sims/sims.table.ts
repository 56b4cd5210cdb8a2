import type { NetworkModel, VendorCode } from '@support-console/contract'
import type { Generated } from 'kysely'
import type { Sealed } from '../../platform/secrets/secret-box.ts'

export interface SimTable {
  iccid: string
  company_id: number | null
  vendor_code: VendorCode
  usable: Generated<boolean>
  /** Null: the company's. */
  network_model: NetworkModel | null
  vpn_user_name: Generated<string>
  /** Encrypted (`sealVpnPassword`); empty: none. */
  vpn_password: Generated<Sealed>
  /** When the console deactivated it, or learned that it is. */
  deactivated_at: Date | null
  /** The cloud ID of the panel that it sits in; empty: not known. */
  panel: Generated<string>
  create_date: Generated<Date>
  update_date: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    sim: SimTable
  }
}
