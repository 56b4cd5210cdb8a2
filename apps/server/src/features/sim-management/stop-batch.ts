import { sql } from 'kysely'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { enter } from '../../platform/undertakings/undertakings.ts'
import { kind, leftOut, lockBatch, noteIfFinished, stepOf } from './settle-row.ts'

/**
 * Leaves out the rows of a batch that no carrier was asked about yet, with an entry each.
 * @returns how many
 * @throws Problem Conflict where the batch is over
 */
export async function stopBatch(trx: AuditedTransaction, batchId: string, email: string): Promise<number> {
  const batch = await lockBatch(trx, batchId)
  if (batch.finished_at)
    throw new Problem('Conflict', 'The batch has already finished, so there was nothing to stop.')
  const left = leftOut(email)
  const stopped = await trx
    .updateTable('deactivation')
    .set(left)
    .where('batch_id', '=', batchId)
    .where('state', '=', 'ready')
    .returning(['deactivation_id', 'iccid', 'vendor_code'])
    .execute()
  await trx
    .updateTable('deactivation_batch')
    .set({ stopped_at: sql<Date>`clock_timestamp()`, stopped_by: email })
    .where('batch_id', '=', batchId)
    .where('stopped_at', 'is', null)
    .execute()
  await noteIfFinished(trx, batchId)
  await enter(trx, kind, ...stopped.map((row) => stepOf(batch, row, 'Stopped', left.note)))
  return stopped.length
}
