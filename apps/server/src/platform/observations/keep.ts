import { sql } from 'kysely'
import { deleteInSteps } from '../database/keep.ts'
import type { Db } from '../database/open-database.ts'

/** What neighbours said otherwise, and when they did not answer, before that; what they said last stays. */
export async function purgeChanges(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, 'observed_change', sql`at < ${before}`)
  await deleteInSteps(db, 'observed_silence', sql`until < ${before}`)
  await deleteInSteps(db, 'observed_look', sql`at < ${before}`)
  for (const table of ['thing_state_past', 'past_version'])
    await deleteInSteps(db, table, sql`kept_until < ${before}`)
}
