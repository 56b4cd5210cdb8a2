import type { VendorCode } from '@support-console/contract'
import type { GeneratedAlways } from 'kysely'

interface SimActivityTable {
  /** Grows with each event: events of the same instant keep their order. */
  event_id: GeneratedAlways<string>
  transaction_id: string
  /** Null for the first event of the SIM in the transaction (D8). */
  sub_transaction_id: string | null
  iccid: string
  vendor_code: VendorCode
  status: string
  description: string
  at: Date
  /** When the first event of the SIM in the transaction happened: its month holds them all. */
  began_at: Date
}

/** A SIM's part in a transaction; there is one for each first event. */
interface SimTransactionTable {
  transaction_id: string
  iccid: string
  began_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    sim_activity: SimActivityTable
    sim_transaction: SimTransactionTable
  }
}
