import {
  type Diagnosis,
  type FindingCode,
  isReserved,
  type Permission,
  type StoredFinding,
} from '@support-console/contract'
import type { Generated } from 'kysely'
import { sql } from 'kysely'
import { asChange } from '../../platform/database/work.ts'
import type { Platform } from '../../platform/platform.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { factNames, rightOf } from './facts.ts'

/** The verdict of the last diagnosis of a thing. Migrations 0030 and 0046. */
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

/** On a production host most may not read it. */
export const isOfEngineers = (right: Permission): boolean => isReserved(right, 'prod')

/**
 * Where the verdicts stand that somebody may be told: a verdict tells of all that it goes by (D45). Null: nowhere, since they
 * may not read more than that.
 */
export function verdictsFor(may: May): Verdicts | null {
  const lacking = factNames.map(rightOf).filter((right) => !may(right))
  if (lacking.length === 0) return 'thing_finding'
  return lacking.every(isOfEngineers) ? 'thing_finding_unreserved' : null
}

/** Keeps the verdict of a diagnosis that nothing waits for any more, as each may be told it; `since` stays while it is the same. */
export async function keepVerdicts(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  kind: 'sim' | 'panel',
  id: string,
  diagnoses: Readonly<Record<Verdicts, Diagnosis>>,
): Promise<void> {
  const now = clock.now().toISOString()
  const keep = async (table: Verdicts) => {
    const { code, state } = diagnoses[table].verdict
    await sql`
      insert into ${sql.table(table)} as kept (thing_kind, thing_id, code, state, since, at)
      values (${kind}, ${id}, ${code}, ${state}, ${now}, ${now})
      on conflict (thing_kind, thing_id) do update set code = excluded.code, state = excluded.state, at = excluded.at,
        since = case when (kept.code, kept.state) is distinct from (excluded.code, excluded.state)
          then excluded.since else kept.since end
      where kept.at <= excluded.at`.execute(db)
  }
  await asChange(async () => {
    await keep('thing_finding')
    await keep('thing_finding_unreserved')
  }).catch((error: unknown) => log.error({ err: error }, 'the verdict of a diagnosis cannot be kept'))
}
