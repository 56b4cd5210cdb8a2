import type { Diagnosis, FindingCode, StoredFinding } from '@support-console/contract'
import type { Generated } from 'kysely'
import { sql } from 'kysely'
import { asChange } from '../../platform/database/work.ts'
import type { Platform } from '../../platform/platform.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { factNames, rightOf } from './facts.ts'

/** The verdict of the last diagnosis of a thing. Migration 0030. */
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
    thing_finding: ThingFindingTable
  }
}

/** On a production host most may not read where a panel points to: their verdict is one all the same. */
const needed = factNames.map(rightOf).filter((right) => right !== 'panel-environment.read')

/** Whether somebody may read all that a verdict goes by: of what he may not read, a verdict tells him, too. */
export const seesVerdicts = (may: May): boolean => needed.every(may)

/** Keeps a verdict that nothing waits for any more; `since` stays while it is the same. */
export async function keepVerdict(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  kind: 'sim' | 'panel',
  id: string,
  { verdict: { code, state } }: Diagnosis,
): Promise<void> {
  const now = clock.now().toISOString()
  await asChange(() =>
    sql`
      insert into thing_finding (thing_kind, thing_id, code, state, since, at)
      values (${kind}, ${id}, ${code}, ${state}, ${now}, ${now})
      on conflict (thing_kind, thing_id) do update set code = excluded.code, state = excluded.state, at = excluded.at,
        since = case when (thing_finding.code, thing_finding.state) is distinct from (excluded.code, excluded.state)
          then excluded.since else thing_finding.since end
      where thing_finding.at <= excluded.at`.execute(db),
  ).catch((error: unknown) => log.error({ err: error }, 'the verdict of a diagnosis cannot be kept'))
}
