import type { SimUsage } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type {} from './billing-line.table.ts'

/** The last billed months of a SIM, the oldest first. */
export async function billedMonths(
  db: Kysely<Tables>,
  iccid: string,
  most: number,
): Promise<SimUsage['billed']> {
  const { rows } = await sql<{ year: number; month: number; plan: string; bytes: number }>`
    select year, month, string_agg(plan, ', ' order by plan) as plan, sum(bytes)::float8 as bytes from billing_line
    where iccid = ${iccid} group by year, month order by year desc, month desc limit ${most}`.execute(db)
  return rows.map(({ bytes, ...month }) => ({ ...month, usedBytes: Math.max(0, bytes) })).reverse()
}

export async function thresholdsOf(db: Kysely<Tables>, companyId: number): Promise<SimUsage['thresholds']> {
  const { rows } = await sql<NonNullable<SimUsage['thresholds']>>`
    select usage_monitoring_enabled as "isMonitored", warning_threshold_percent as "warningPercent",
      alert_threshold_percent as "alertPercent"
    from company where id = ${companyId}`.execute(db)
  return rows[0] ?? null
}
