import { type FindingCode, isReserved, type StoredFinding, verdictRights } from '@support-console/contract'
import type { Generated } from 'kysely'
import type { May } from '../../platform/sign-on/user.ts'

/** The verdict of the last diagnosis of a thing. */
interface ThingFindingTable {
  thing_kind: 'sim' | 'panel'
  thing_id: string
  code: FindingCode | null
  state: StoredFinding['state']
  /** When it was first so. */
  since: Date
  at: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** For those who may read all that a diagnosis goes by. */
    thing_finding: ThingFindingTable
    /** For those who may read all of it but what a production host reserves. */
    thing_finding_unreserved: ThingFindingTable
  }
}

export type Verdicts = 'thing_finding' | 'thing_finding_unreserved'

/**
 * Where the verdicts stand that someone may be told: a verdict tells of all that it goes by (D45). Null: nowhere, since they
 * may not read more than what a production host reserves.
 */
export function verdictsFor(may: May): Verdicts | null {
  const lacking = verdictRights.filter((right) => !may(right))
  if (lacking.length === 0) return 'thing_finding'
  return lacking.every((right) => isReserved(right, 'prod')) ? 'thing_finding_unreserved' : null
}
