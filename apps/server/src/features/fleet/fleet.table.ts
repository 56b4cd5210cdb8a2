import type { FleetFindingKind } from '@support-console/contract'
import type { Generated } from 'kysely'

/** What is wrong with a thing. */
interface FleetFindingTable {
  finding: FleetFindingKind
  thing_kind: 'sim' | 'panel' | 'csr'
  thing_id: string
  company_id: number | null
  /** Its carrier's code; empty: of none, or not known. */
  carrier: string
  since: Date
  /** When the last reading was that had it. */
  at: Date
  source: string
  now: string
  before: string
  /** How many readings had it, one after the other. */
  readings: Generated<number>
  /** When it began to count. Null: it does not. */
  counted_at: Generated<Date | null>
  expected_id: string | null
}

/** What is known for good, of one thing or of all of a company. */
interface FleetExpectedTable {
  expected_id: string
  finding: FleetFindingKind
  thing_kind: 'sim' | 'panel' | 'csr' | 'company'
  thing_id: string
  reason: string
  email: string
  created_at: Generated<Date>
  until: Date
  /** When it was ended, or its finding changed; null: neither. */
  ended_at: Date | null
  /** Expected by planned work; null: by a person. */
  plan_id: Generated<string | null>
}

/** One row: when the fleet was last judged by what is kept, and when all of it was. */
interface FleetTurnTable {
  only_one: Generated<boolean>
  begun_at: Date | null
  whole_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    fleet_finding: FleetFindingTable
    fleet_expected: FleetExpectedTable
    fleet_turn: FleetTurnTable
  }
}
