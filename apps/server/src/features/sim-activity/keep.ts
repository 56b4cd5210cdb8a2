import { sql } from 'kysely'
import { deleteInSteps, dropMonthsBefore } from '../../platform/database/keep.ts'
import type { Db } from '../../platform/database/open-database.ts'

/** Whole months that were over by then, each with the transactions that began in it (D8). */
export async function purgeSimActivity(db: Db, before: Date): Promise<void> {
  await dropMonthsBefore(db, before)
  // What an end in the middle left over goes as well.
  await deleteInSteps(
    db,
    'sim_transaction',
    sql`began_at < (
      select min((replace(right(relname, 7), '_', '-') || '-01T00:00:00Z')::timestamptz)
      from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'sim_activity'::regclass)`,
  )
}
