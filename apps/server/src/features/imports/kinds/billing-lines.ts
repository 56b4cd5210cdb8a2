import { BillingMonth } from '@support-console/contract'
import { sql } from 'kysely'
import {
  amountInCents,
  asWritten,
  byteCount,
  currency,
  plainText,
  simId,
  vendorColumn,
  vendorFitsPrefix,
} from './cells.ts'
import type { Kind } from './kind.ts'
import { differing } from './statements.ts'

const { year, month } = BillingMonth.shape

/** What was billed for a SIM in a month on a rate plan; the SIM may long have left the inventory. */
export const billingLines: Kind = {
  name: 'billing-lines',
  title: 'billing lines',
  columns: [
    { name: 'year', required: true, meaning: '2018 to 2021', schema: asWritten(year) },
    { name: 'month', required: true, meaning: '1 to 12', schema: asWritten(month) },
    { name: 'iccid', required: true, meaning: 'SIM ID, 18 to 22 digits', schema: simId },
    { name: 'plan', required: true, meaning: 'rate plan, at most 100 characters', schema: plainText(100, 1) },
    vendorColumn,
    { name: 'bytes', required: true, meaning: 'a whole number', schema: byteCount },
    {
      name: 'amount',
      required: true,
      meaning: 'in the currency, as 12.34; negative for a credit',
      schema: amountInCents,
    },
    { name: 'currency', required: true, meaning: 'three capitals, as USD', schema: currency },
  ],
  key: ['year', 'month', 'iccid', 'plan'],
  check: vendorFitsPrefix,
  types: { year: 'smallint', month: 'smallint', bytes: 'bigint', amount: 'bigint' },
  staging: `year smallint, month smallint, iccid text, plan text, vendor_code text, bytes bigint, amount_cents bigint,
    currency text`,
  stage: ({ lines }) => sql`
    select line.seq, line.key, line.line, line.year, line.month, line.iccid, line.plan, new.vendor_code, new.bytes, new.amount_cents,
      new.currency, old.iccid is null, ${differing({
        vendor_code: 'carrier',
        bytes: 'bytes',
        amount_cents: 'amount',
        currency: 'currency',
      })}, null, null
    from ${lines}
    left join billing_line as old on old.year = line.year and old.month = line.month
      and old.iccid = line.iccid and old.plan = line.plan
    cross join lateral (
      select line."vendorCode" as vendor_code, line.bytes, line.amount as amount_cents, line.currency
    ) as new`,
  write: () => [
    sql`
      insert into billing_line (year, month, iccid, plan, vendor_code, bytes, amount_cents, currency)
      select year, month, iccid, plan, vendor_code, bytes, amount_cents, currency
      from import_billing_lines where is_new or changes <> '{}' order by year, month, iccid, plan
      on conflict (year, month, iccid, plan) do update set vendor_code = excluded.vendor_code,
        bytes = excluded.bytes, amount_cents = excluded.amount_cents, currency = excluded.currency`,
  ],
}
