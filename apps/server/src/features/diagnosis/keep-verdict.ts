import { type Diagnosis, isReserved, type Permission } from '@support-console/contract'
import { sql } from 'kysely'
import { asChange } from '../../platform/database/work.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Verdicts } from '../states/index.ts'

/** On a production host most may not read it. */
export const isOfEngineers = (right: Permission): boolean => isReserved(right, 'prod')

/** Keeps the verdict of a diagnosis that nothing waits for any more, as each may be told it; `since` stays while it is the same. */
export async function keepVerdicts(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  kind: 'sim' | 'panel',
  id: string,
  diagnoses: Readonly<Record<Verdicts, Diagnosis>>,
): Promise<void> {
  const now = clock.now().toISOString()
  const keep = async (table: Verdicts) => {
    const { state, causes } = diagnoses[table].verdict
    const code = causes[0]?.code ?? null
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
