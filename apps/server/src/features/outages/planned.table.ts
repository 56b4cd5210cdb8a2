import type { PlannedScope } from '@support-console/contract'

/** When an outage of a scope is expected. */
export interface PlannedOutageTable {
  plan_id: string
  scope: PlannedScope
  scope_id: string
  /** '2026-11-29 02:00' of the zone. */
  from_local: string
  to_local: string
  time_zone: string
  is_weekly: boolean
  /** No time of each week's begins later; null: it happens once. */
  until_at: Date | null
  reason: string
  issuer: string
  subject: string
  email: string
  created_at: Date
  /** When the last time of it ends, or a little later. */
  over_at: Date
  /** By a person, before its time. */
  ended_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    planned_outage: PlannedOutageTable
  }
}
