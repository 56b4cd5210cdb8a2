import { carrierNames } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { RequestState } from '../../systems/carriers/carrier.ts'
import type { CallbackResult } from '../../systems/carriers/verizon/verizon.callbacks.ts'
import { recordSimActivity } from '../sim-activity/index.ts'
import { openStates } from './deactivations.table.ts'
import { type Ending, settleRow } from './settle-row.ts'

/**
 * Takes a result that Verizon reported. It may come late, twice, before its request's id is noted, or for a request
 * that is not ours (D5): it is kept, and settles the row that waits for it.
 * @returns the ids of the row that it settled
 */
export async function takeCallback(
  trx: AuditedTransaction,
  result: CallbackResult,
): Promise<{ deactivationId: string; batchId: string } | undefined> {
  const { requestId, iccid, state, sentence } = result
  const isNew = await trx
    .insertInto('verizon_callback')
    .values({ request_id: requestId, iccid, state, sentence })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst()
  if (!isNew) return undefined
  const row = await trx
    .selectFrom('deactivation')
    .innerJoin('deactivation_batch', 'deactivation_batch.batch_id', 'deactivation.batch_id')
    .select(['deactivation_id', 'deactivation.batch_id', 'iccid', 'state', 'transaction_id'])
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) return undefined
  const ids = { deactivationId: row.deactivation_id, batchId: row.batch_id }
  const isOpen = openStates.some((each) => each === row.state)
  // The run that follows the request looks why: most often because the SIM is deactivated already.
  if (state === 'refused' && isOpen) return ids
  if (await settleRow(trx, ids, endingOf(result), { requestId })) return ids
  // Settled by a look at the request: what Verizon says afterwards is a step of the same transaction.
  await recordSimActivity(trx, {
    transactionId: row.transaction_id,
    iccid: row.iccid,
    vendorCode: 'VZN',
    status: state === 'done' ? 'Deactivated' : 'Error',
    description: `${carrierNames.VZN} reported the result: ${state === 'done' ? 'deactivated' : sentence}`,
  })
  return undefined
}

/** The result of a request that was reported already, before we had noted its id. */
export async function reportedResult(
  db: Kysely<Tables>,
  requestId: string,
): Promise<RequestState | undefined> {
  const found = await db
    .selectFrom('verizon_callback')
    .select(['state', 'sentence'])
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return found
}

/** Drops what Verizon reported long ago: no request is followed for that long, and no one can tell it apart then. */
export async function purgeCallbacks(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('verizon_callback')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

function endingOf({ state, sentence }: Pick<CallbackResult, 'state' | 'sentence'>): Ending {
  if (state === 'done') return { state, note: '' }
  return { state: 'failed', note: sentence, problem: 'CarrierError' }
}
