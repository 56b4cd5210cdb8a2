import type { VendorCode } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type {} from './billing-line.table.ts'

export interface BillingLine {
  iccid: string
  vendorCode: VendorCode
  /** Empty where the SIM is not in the inventory any more or belongs to no one. */
  sapCompanyId: string
  companyName: string
  plan: string
  bytes: number
  amountCents: number
  currency: string
}

export interface Month {
  year: number
  month: number
}

const pageAfter = compileOnce((db, given: Month & { lastIccid: string; lastPlan: string; limit: number }) =>
  db
    .selectFrom('billing_line as line')
    .leftJoin('sim', 'sim.iccid', 'line.iccid')
    .leftJoin('company', 'company.id', 'sim.company_id')
    .select([
      'line.iccid',
      'line.vendor_code',
      'line.plan',
      'line.bytes',
      'line.amount_cents',
      'line.currency',
      'company.sap_company_id',
      'company.name as company_name',
    ])
    .where('line.year', '=', given.year)
    .where('line.month', '=', given.month)
    .where(sql<boolean>`(line.iccid, line.plan) > (${given.lastIccid}, ${given.lastPlan})`)
    .orderBy('line.iccid')
    .orderBy('line.plan')
    .limit(given.limit),
)

/**
 * The next lines of a month after `last`, in the order of SIM and plan. Pages follow the primary key, so the
 * hundredth costs what the first does.
 */
export async function pageOfBillingLines(
  db: Kysely<Tables>,
  { year, month }: Month,
  last: Pick<BillingLine, 'iccid' | 'plan'> | undefined,
  limit: number,
): Promise<BillingLine[]> {
  // Nothing is before two empty texts.
  const after = { lastIccid: last?.iccid ?? '', lastPlan: last?.plan ?? '' }
  const rows = await pageAfter(db, { year, month, ...after, limit })
  return rows.map((row) => ({
    iccid: row.iccid,
    vendorCode: row.vendor_code,
    sapCompanyId: row.sap_company_id ?? '',
    companyName: row.company_name ?? '',
    plan: row.plan,
    bytes: row.bytes,
    amountCents: row.amount_cents,
    currency: row.currency,
  }))
}

/** The lines of these SIMs' last billed month among those given, the newest first, by ICCID. */
export async function lastBilledMonths(
  db: Kysely<Tables>,
  iccids: readonly string[],
  months: readonly Month[],
): Promise<Map<string, Month & { lines: { plan: string; bytes: number }[] }>> {
  const found = new Map<string, Month & { lines: { plan: string; bytes: number }[] }>()
  for (const { year, month } of months) {
    const rows = await db
      .selectFrom('billing_line')
      .select(['iccid', 'plan', 'bytes'])
      .where('year', '=', year)
      .where('month', '=', month)
      .where('iccid', '=', sql<string>`any(${iccids.filter((iccid) => !found.has(iccid))}::text[])`)
      .orderBy('plan')
      .execute()
    for (const [iccid, lines] of Map.groupBy(rows, (row) => row.iccid))
      found.set(iccid, { year, month, lines })
  }
  return found
}
