import type { VendorCode } from '@support-console/contract'

interface BillingLineTable {
  year: number
  /** 1 to 12. */
  month: number
  iccid: string
  plan: string
  vendor_code: VendorCode
  bytes: number
  /** Hundredths of the currency; negative for a credit. */
  amount_cents: number
  /** ISO 4217. */
  currency: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    billing_line: BillingLineTable
  }
}
