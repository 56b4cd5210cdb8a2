import { sql } from 'kysely'
import { deleteInSteps } from '../../platform/database/keep.ts'
import type { Db } from '../../platform/database/open-database.ts'

/**
 * Batches that ended before that, with their SIMs; not one that a later batch, still kept, goes on from, nor one with a SIM whose
 * ending no one knows: anyone who deactivates that SIM again has it read first.
 */
export async function purgeBatches(db: Db, before: Date): Promise<void> {
  const isOver = sql`finished_at < ${before} and not exists (
    select from deactivation_batch as later where later.retry_of = batch.batch_id)
    and not exists (select from deactivation where deactivation.batch_id = batch.batch_id and state = 'unknown')`
  const over = sql`select batch_id from deactivation_batch as batch where ${isOver}`
  await deleteInSteps(db, 'deactivation', sql`batch_id in (${over})`)
  await deleteInSteps(
    db,
    'deactivation_batch',
    sql`batch_id in (${over}) and not exists (
      select from deactivation where deactivation.batch_id = deactivation_batch.batch_id)`,
  )
}
