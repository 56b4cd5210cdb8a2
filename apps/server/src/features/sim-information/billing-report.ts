import type { Readable } from 'node:stream'
import { carrierNames } from '@support-console/contract'
import { type CsvColumn, csvOf } from '../../platform/csv.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { type BillingLine, type Month, pageOfBillingLines } from './billing-line.store.ts'

const pageSize = 1000

const columnsOf = ({ year, month }: Month): CsvColumn<BillingLine>[] => [
  { header: 'SimId', cell: (line) => line.iccid },
  { header: 'Carrier', cell: (line) => carrierNames[line.vendorCode] },
  { header: 'SapCompanyId', cell: (line) => line.sapCompanyId },
  { header: 'CompanyName', cell: (line) => line.companyName },
  { header: 'Year', cell: () => year },
  { header: 'Month', cell: () => month },
  { header: 'RatePlan', cell: (line) => line.plan },
  { header: 'Bytes', cell: (line) => line.bytes },
  { header: 'Amount', cell: (line) => (line.amountCents / 100).toFixed(2) },
  { header: 'Currency', cell: (line) => line.currency },
]

/**
 * The billing lines of a month as a CSV file (2.5, D22), read page by page while it is sent. A database that does
 * not answer is noticed before the first byte.
 */
export async function billingReport(
  db: Db,
  month: Month,
  signal: AbortSignal,
): Promise<{ name: string; content: Readable }> {
  const first = await pageOfBillingLines(db, month, undefined, pageSize)

  async function* lines() {
    for (let page = first; page.length > 0; ) {
      yield* page
      signal.throwIfAborted()
      if (page.length < pageSize) return
      page = await pageOfBillingLines(db, month, page.at(-1), pageSize)
    }
  }

  const name = `billing-report-${month.year}-${String(month.month).padStart(2, '0')}.csv`
  return { name, content: csvOf(columnsOf(month), lines()) }
}
