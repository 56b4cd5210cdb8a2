import { type Batch, type BatchEntry, type OrderedBatchRow, vendorCodes } from '@support-console/contract'
import type { Kysely, Transaction } from 'kysely'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Problem } from '../../platform/problem.ts'
import { behalfOf } from '../../platform/undertakings/behalf.ts'
import type { Endings } from '../../platform/undertakings/ended.ts'
import { openTransactionOf } from '../../platform/undertakings/runs.ts'
import { takeUp } from '../../platform/undertakings/undertakings.ts'
import type { Carriers } from '../../systems/carriers/carrier.ts'
import type { CallbackResult } from '../../systems/carriers/verizon/verizon.callbacks.ts'
import { shortSimId } from '../sims/index.ts'
import type { View } from '../states/index.ts'
import { readBatch, recentBatches } from './batch-rows.ts'
import { type BegunBatch, beginBatch, type Lane, laneJob, type NewBatch } from './begin-batch.ts'
import { takeCallback } from './callback.ts'
import { checkedRows, ordersOf } from './check-rows.ts'
import type { LaneParts, LaneTimes } from './lane-parts.ts'
import { rowsToRetry } from './open-rows.ts'
import { runLane } from './run-lane.ts'
import { kind } from './settle-row.ts'
import { stopBatch } from './stop-batch.ts'

/** Lanes of one carrier that a replica works side by side; what it is asked at once is the carrier's own limit. */
const lanesAtOnce = 6
/** How often someone who waits for a batch looks, when no word comes, in milliseconds. */
const lookForEndMs = 1000

export type Deactivations = ReturnType<typeof createDeactivations>

/** Deactivating SIMs as lasting work (D5), one or a batch of them: all that the routes ask of it. */
export function createDeactivations(parts: {
  platform: LaneParts['platform']
  jobs: Jobs
  endings: Endings
  carriers: Carriers
  times: LaneTimes
  /** Whether some server works on jobs. */
  isWorkedOn: () => boolean
}) {
  const { platform, jobs, endings, carriers, times, isWorkedOn } = parts
  const { db } = platform
  const closing = new AbortController()
  const openTransaction = (batchId: string) => openTransactionOf(db, kind, batchId)

  const read = async (from: Kysely<Tables>, batchId: string): Promise<Batch> => ({
    ...(await readBatch(from, carriers, batchId)),
    isWorkedOn: isWorkedOn(),
  })

  // A queue for each carrier: rows of different ones run side by side, however many wait for one of them (D5).
  for (const vendorCode of vendorCodes)
    takeUp<Lane>(
      jobs,
      laneJob(vendorCode),
      { atOnce: lanesAtOnce },
      ({ batchId }) => openTransaction(batchId),
      (lane, ends) =>
        runLane({ platform, carrier: carriers[lane.vendorCode], lane, times, endings, ...ends }),
    )

  return {
    /** The rows of an uploaded list: ready, or why not. */
    check: (entries: readonly BatchEntry[], view: View) => checkedRows({ db, carriers, view }, entries),
    /** What a confirmed list orders. @throws Problem Invalid */
    order: (rows: readonly OrderedBatchRow[]) => ordersOf(db, rows),
    /** In the caller's transaction; the work begins with its commit. @throws Problem where others are at every SIM */
    async begin(trx: Transaction<Tables>, batch: NewBatch): Promise<BegunBatch> {
      const begun = await beginBatch(trx, jobs, { ...batch, behalf: behalfOf(kind, batch) })
      if (begun.ready === 0) throw othersAreAtIt(batch, begun)
      return begun
    },
    /**
     * Waits until the batch is over. Rejects with the signal's reason.
     * @returns how each of its SIMs ended
     * @throws Problem Unavailable when the server stops
     */
    async ended(batchId: string, signal: AbortSignal) {
      // A database that is away for a moment ends no one's waiting: the work goes on all the same.
      const isOver = async () => {
        try {
          return (await openTransaction(batchId)) === undefined
        } catch (error) {
          platform.log.warn({ err: error, batchId }, 'a batch cannot be read')
          return false
        }
      }
      await endings.ended(batchId, isOver, lookForEndMs, AbortSignal.any([signal, closing.signal]))
      return db
        .selectFrom('deactivation')
        .select(['iccid', 'state', 'note', 'problem'])
        .where('batch_id', '=', batchId)
        .orderBy('position')
        .execute()
    },
    /** @throws Problem NotFound */
    read: (batchId: string) => read(db, batchId),
    /** The batches of the last 30 days, the newest first. */
    list: () => recentBatches(db),
    /** Leaves out the rows that no carrier was asked about yet. @throws Problem Conflict where the batch is over */
    async stop(trx: AuditedTransaction, batchId: string, email: string) {
      const stopped = await stopBatch(trx, batchId, email)
      return { stopped, batch: await read(trx, batchId) }
    },
    /** What to order again of a batch that is over. @throws Problem Conflict, Invalid, NotFound */
    async retry(batchId: string) {
      const { finishedAt, fileName } = await read(db, batchId)
      if (!finishedAt)
        throw new Problem(
          'Conflict',
          'The batch is still running. Wait until it ends, or stop it, before you try again.',
        )
      return { orders: await ordersOf(db, await rowsToRetry(db, batchId)), fileName }
    },
    /** Takes what Verizon reports. @returns tells those who wait for it, once it is committed */
    async report(trx: AuditedTransaction, result: CallbackResult) {
      const settled = await takeCallback(trx, result)
      return () => {
        if (settled) endings.settled(settled.deactivationId)
      }
    },
    /** Ends the waiting of `ended`; the work itself is ended by the job queue. */
    close: () => closing.abort(serverStops()),
  }
}

const othersAreAtIt = ({ isSingle }: NewBatch, { leftOut: [row] }: BegunBatch): Problem =>
  isSingle
    ? new Problem(
        'Busy',
        `SIM ${shortSimId(row?.iccid ?? '')} is ${row?.why}. Wait for the result in Sim Activity Logs.`,
      )
    : new Problem('Conflict', 'All of these SIMs are already being deactivated. See Recent batches.')

const serverStops = (): Problem =>
  new Problem(
    'Unavailable',
    'The server is restarting. The deactivation continues; see Sim Activity Logs for its result.',
  )
