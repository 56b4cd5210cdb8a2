import type { ErrorStatus, VendorCode } from '@support-console/contract'
import { sql, type Transaction } from 'kysely'
import { appendAudit } from '../../platform/audit/append-audit.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { carrierNames } from '../../systems/carriers/carrier.ts'
import { recordSimActivity } from '../sim-activity/index.ts'
import { noteDeactivated, shortSimId } from '../sims/index.ts'
import { openStates } from './deactivations.table.ts'

/** How the deactivation of one SIM ended. `note` follows the status word; `problem` is the envelope's. */
export type Ending =
  | { state: 'done'; note: string }
  | { state: 'failed' | 'unknown'; note: string; problem: ErrorStatus }

const laneCall = {
  route: 'JOB deactivation',
  permission: 'sim-management.change',
  activity: 'SIM Management',
}

/**
 * Writes how a row ended, with everything that belongs to it, in the caller's transaction: the inventory, the SIM's
 * activity, the batch's end where this was its last row, the audit entry.
 * @param fence what must still hold: the run that works on the row (R44), or the request that a callback answers
 * @returns false when it no longer holds: somebody else has settled the row, and nothing was written
 */
export async function settleRow(
  trx: Transaction<Tables>,
  row: { deactivationId: string; batchId: string },
  ending: Ending,
  fence: { runId: string } | { requestId: string },
): Promise<boolean> {
  const batch = await lockBatch(trx, row.batchId)
  let update = trx
    .updateTable('deactivation')
    .set({
      state: ending.state,
      note: ending.note,
      problem: ending.state === 'done' ? null : ending.problem,
      settled_at: sql<Date>`clock_timestamp()`,
    })
    .where('deactivation_id', '=', row.deactivationId)
  update =
    'runId' in fence
      ? update.where('run_id', '=', fence.runId).where('state', 'in', openStates)
      : // A late callback still tells what no look at the SIM could.
        update.where('request_id', '=', fence.requestId).where('state', 'in', [...openStates, 'unknown'])
  const settled = await update.returning(['iccid', 'vendor_code']).executeTakeFirst()
  if (!settled?.vendor_code) return false
  const { iccid, vendor_code: vendorCode } = settled
  const isDone = ending.state === 'done'
  if (isDone) await noteDeactivated(trx, iccid)
  await recordSimActivity(trx, {
    transactionId: batch.transaction_id,
    subTransactionId: row.deactivationId,
    iccid,
    vendorCode,
    status: isDone ? 'Deactivated' : 'Error',
    description: describe(ending, vendorCode, batch.email),
    at: new Date(),
  })
  await noteIfFinished(trx, row.batchId)
  await appendAudit(trx, {
    ...laneCall,
    source: 'server',
    user: {
      issuer: batch.issuer,
      subject: batch.subject,
      email: batch.email,
      sessionId: batch.session_id,
      tokenId: batch.token_id,
    },
    transactionId: batch.transaction_id,
    subTransactionId: row.deactivationId,
    remoteAddress: batch.remote_address,
    message: `Deactivate SIM ${shortSimId(iccid)} at ${carrierNames[vendorCode]}`,
    object: `sim ${iccid}`,
    result: isDone ? 'Success' : ending.problem,
    detail: ending.note,
  })
  return true
}

function describe(ending: Ending, vendorCode: VendorCode, email: string): string {
  if (ending.state !== 'done') return ending.note
  const how = ending.note ? ` (${ending.note})` : ''
  return `Deactivated at ${carrierNames[vendorCode]} on request of ${email}${how}`
}

/** Holds the batch until the commit, so that of two last rows one sees the other. */
export function lockBatch(trx: Transaction<Tables>, batchId: string) {
  return trx
    .selectFrom('deactivation_batch')
    .selectAll()
    .where('batch_id', '=', batchId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The batch is over with its last open row. */
export async function noteIfFinished(trx: Transaction<Tables>, batchId: string): Promise<void> {
  await trx
    .updateTable('deactivation_batch')
    .set({ finished_at: sql<Date>`clock_timestamp()` })
    .where('batch_id', '=', batchId)
    .where('finished_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deactivation')
            .select('deactivation_id')
            .whereRef('deactivation.batch_id', '=', 'deactivation_batch.batch_id')
            .where('state', 'in', openStates),
        ),
      ),
    )
    .execute()
}
