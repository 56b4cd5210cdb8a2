import { randomUUID } from 'node:crypto'
import { type OtherCell, otherColumnsOf, type VendorCode } from '@support-console/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { User } from '../../platform/sign-on/user.ts'
import type { Beginner, Behalf } from '../../platform/undertakings/behalf.ts'
import { openStates } from './deactivations.table.ts'

/** The job that works one lane: the rows of one carrier in one batch. */
export const laneJob = (vendorCode: VendorCode) => `deactivation-lane-${vendorCode.toLowerCase()}`
export interface Lane {
  batchId: string
  vendorCode: VendorCode
}

/** A SIM to deactivate, or a row that names none and why; and what the list says of it beside (D35). */
export type Order = { iccid: string; other?: OtherCell[] } & (
  | { vendorCode: VendorCode }
  | { invalid: string }
)

/** A batch with on whose behalf it goes on. */
type BatchOf = Omit<NewBatch, keyof Beginner> & { behalf: Behalf }

export interface NewBatch extends Beginner {
  user: User
  why: string
  batchId: string
  isSingle: boolean
  /** Where the list came from; empty where no one said. */
  fileName?: string
  retryOf?: string
  /** Of a series of batches: which. */
  seriesId?: string
  orders: readonly Order[]
}

/** What has begun. */
export interface BegunBatch {
  /** How many SIMs a carrier will be asked about. */
  ready: number
  /** The rows that name none, or one that is not to be deactivated, and why. */
  leftOut: { deactivationId: string; iccid: string; why: string }[]
}

/**
 * Notes a batch and puts its lanes into the job queue, in the caller's transaction. A SIM that is being deactivated
 * already becomes an invalid row that says by whom.
 */
export async function beginBatch(trx: Transaction<Tables>, jobs: Jobs, batch: BatchOf): Promise<BegunBatch> {
  const { batchId } = batch
  const { transaction_id, issuer, subject, email, session_id, token_id, remote_address } = batch.behalf
  const behalf = { transaction_id, issuer, subject, email, session_id, token_id, remote_address }
  const columns = otherColumnsOf(batch.orders)
  await trx
    .insertInto('deactivation_batch')
    .values({
      batch_id: batchId,
      is_single: batch.isSingle,
      ...behalf,
      series_id: batch.seriesId ?? null,
      retry_of: batch.retryOf ?? null,
      file_name: batch.fileName ?? '',
      why: batch.why,
      other_columns: columns,
    })
    .execute()
  const lanes = new Set<VendorCode>()
  const leftOut: BegunBatch['leftOut'] = []
  const rows = batch.orders.map((order, position) => ({ order, position }))
  // By ICCID, so that two batches of the same SIMs wait for each other in the same order.
  rows.sort((a, b) => (a.order.iccid < b.order.iccid ? -1 : 1))
  for (const { order, position } of rows) {
    const row = {
      deactivation_id: randomUUID(),
      batch_id: batchId,
      position,
      iccid: order.iccid,
      other_cells: columns.map((name) => order.other?.find(({ column }) => column === name)?.value ?? ''),
    }
    if (!('invalid' in order)) {
      const { vendorCode } = order
      const taken = await trx
        .insertInto('deactivation')
        .values({ ...row, vendor_code: vendorCode, state: 'ready' })
        .onConflict((conflict) => conflict.column('iccid').where('state', 'in', openStates).doNothing())
        .returning('deactivation_id')
        .executeTakeFirst()
      if (taken) {
        lanes.add(vendorCode)
        continue
      }
    }
    const note = 'invalid' in order ? order.invalid : await whoIsAtIt(trx, order.iccid)
    await trx
      .insertInto('deactivation')
      .values({ ...row, state: 'invalid', note, vendor_code: 'invalid' in order ? null : order.vendorCode })
      .execute()
    leftOut.push({ deactivationId: row.deactivation_id, iccid: row.iccid, why: note })
  }
  // Only now can no one else deactivate them: what someone did a moment ago counts. Whatever was deactivated once, or
  // ended without a known result, is read before anything is asked.
  await trx
    .updateTable('deactivation')
    .set({ read_first: true })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'ready')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('iccid', 'in', selectFrom('sim').select('sim.iccid').where('sim.deactivated_at', 'is not', null)),
        eb(
          'iccid',
          'in',
          selectFrom('deactivation as earlier')
            .select('earlier.iccid')
            .where('earlier.state', '=', 'unknown'),
        ),
      ]),
    )
    .execute()
  for (const vendorCode of lanes)
    await jobs.send(trx, laneJob(vendorCode), { batchId, vendorCode } satisfies Lane)
  return { ready: rows.length - leftOut.length, leftOut }
}

/** 'being deactivated by support@example.com', for a SIM that another user's open row holds. */
async function whoIsAtIt(trx: Transaction<Tables>, iccid: string): Promise<string> {
  const who = await trx
    .selectFrom('deactivation')
    .innerJoin('deactivation_batch', 'deactivation_batch.batch_id', 'deactivation.batch_id')
    .select('email')
    .where('iccid', '=', iccid)
    .where('state', 'in', openStates)
    .executeTakeFirst()
  return who ? `already being deactivated by ${who.email}` : 'already being deactivated'
}
