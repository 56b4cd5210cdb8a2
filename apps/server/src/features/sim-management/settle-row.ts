import { carrierNames, type ErrorStatus, thing, type VendorCode, withWhy } from '@support-console/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type Behalf, beginnerOf } from '../../platform/undertakings/behalf.ts'
import { endWork, type WorkKind } from '../../platform/undertakings/runs.ts'
import { enter, heldBy, type Step } from '../../platform/undertakings/undertakings.ts'
import { recordSimActivity } from '../sim-activity/index.ts'
import { noteDeactivated } from '../sims/index.ts'
import { openStates } from './deactivations.table.ts'

/** How the deactivation of one SIM ended. `note` follows the status word; `problem` is the envelope's. */
export type Ending = {
  note: string /** False where the carrier was not asked at all. */
  wasAsked?: false
} & ({ state: 'done' } | { state: 'failed' | 'unknown'; problem: ErrorStatus })

/** Notes and descriptions hold what a carrier says, which may be anything. */
const longestNote = 1000

export const kind: WorkKind<'deactivation_batch'> = {
  name: 'deactivation',
  permission: 'sim-management.change',
  activity: 'SIM Management',
  table: 'deactivation_batch',
  id: 'batch_id',
}

/**
 * Writes how a row ended, with everything that belongs to it, in the caller's transaction: the inventory, the SIM's
 * activity, the batch's end where this was its last row, the audit entry.
 * @param fence what must still hold: the run that works on the row (R44), or the request that a callback answers
 * @returns false when it no longer holds: someone else has settled the row, and nothing was written
 */
export async function settleRow(
  trx: AuditedTransaction,
  row: { deactivationId: string; batchId: string },
  ending: Ending,
  fence: { runId: string } | { requestId: string },
): Promise<boolean> {
  const batch = await lockBatch(trx, row.batchId)
  let update = trx
    .updateTable('deactivation')
    .set({
      state: ending.state,
      note: ending.note.replaceAll('\u0000', '\ufffd').slice(0, longestNote),
      problem: ending.state === 'done' ? null : ending.problem,
      settled_at: sql<Date>`clock_timestamp()`,
      ...(ending.wasAsked === false && { asked_at: null }),
    })
    .where('deactivation_id', '=', row.deactivationId)
  update =
    'runId' in fence
      ? update.where(heldBy(fence.runId, openStates))
      : // A late callback still tells what no look at the SIM could.
        update.where('request_id', '=', fence.requestId).where('state', 'in', [...openStates, 'unknown'])
  const settled = await update.returning(['iccid', 'vendor_code']).executeTakeFirst()
  if (!settled?.vendor_code) return false
  const { iccid, vendor_code: vendorCode } = settled
  const isDone = ending.state === 'done'
  if (isDone) await noteDeactivated(trx, iccid)
  await recordSimActivity(trx, {
    transactionId: batch.transaction_id,
    // A late callback follows an event that has this row's id already.
    ...('runId' in fence && { subTransactionId: row.deactivationId }),
    iccid,
    vendorCode,
    status: isDone ? 'Deactivated' : 'Error',
    description: describe(ending, vendorCode, batch.email),
  })
  await noteIfFinished(trx, row.batchId)
  const of = { deactivation_id: row.deactivationId, iccid, vendor_code: vendorCode }
  const result = isDone ? 'Success' : ending.problem
  await enter(trx, kind, stepOf(batch, of, result, ending.note))
  return true
}

/** A step at one SIM, on behalf of the person who began the batch. */
export const stepOf = (
  batch: Behalf & { why: string },
  row: Pick<Selectable<Tables['deactivation']>, 'deactivation_id' | 'iccid' | 'vendor_code'>,
  result: string,
  detail: string,
): Step => ({
  ...beginnerOf(batch),
  subTransactionId: row.deactivation_id,
  message: `Deactivate SIM ${row.iccid} at ${row.vendor_code ? carrierNames[row.vendor_code] : 'no carrier'}`,
  object: thing('sim', row.iccid),
  result,
  detail: withWhy(batch.why, detail),
})

/** What a row becomes that is left out. */
export const leftOut = (email: string | null) => ({
  state: 'stopped' as const,
  note: `left out by ${email ?? 'a user'} before the carrier was asked`,
  problem: 'Conflict' as const,
  settled_at: sql<Date>`clock_timestamp()`,
})

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
  const isSettled = sql<boolean>`not exists (
    select from deactivation where batch_id = ${batchId} and state in (${sql.join(openStates)}))`
  await endWork(trx, kind, batchId, {}, isSettled)
}
