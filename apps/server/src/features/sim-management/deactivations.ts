import {
  type Batch,
  type BatchEntry,
  type BatchSummary,
  type CheckedBatchRow,
  type OrderedBatchRow,
  vendorCodes,
} from '@support-console/contract'
import type { Transaction } from 'kysely'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/http/problem.ts'
import { inScope } from '../../platform/http/request-scope.ts'
import type { JobSignals, Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Carriers } from '../../systems/carriers/carrier.ts'
import type { CallbackResult } from '../../systems/carriers/verizon/verizon.callbacks.ts'
import { shortSimId } from '../sims/index.ts'
import { readBatch, recentBatches } from './batch-rows.ts'
import { type BegunBatch, beginBatch, type Lane, laneJob, type NewBatch, type Order } from './begin-batch.ts'
import { takeCallback } from './callback.ts'
import { checkedRows, ordersOf } from './check-rows.ts'
import type { Row } from './lane.store.ts'
import { rowsToRetry } from './open-rows.ts'
import { type LaneTimes, runLane } from './run-lane.ts'
import { createSignals } from './signals.ts'
import { stopBatch } from './stop-batch.ts'

/** Lanes of one carrier that a replica works side by side; what it is asked at once is the carrier's own limit. */
const lanesAtOnce = 6
/** How often somebody who waits for a batch looks, when no word comes, in milliseconds. */
const lookForEndMs = 1000

/** How one SIM of a batch ended. */
type EndedRow = Pick<Row, 'iccid' | 'state' | 'note' | 'problem'>

/** Deactivating SIMs as lasting work (D5), one or a batch of them. */
export interface Deactivations {
  /** The rows of an uploaded list: ready, or why not. */
  check(entries: readonly BatchEntry[]): Promise<CheckedBatchRow[]>
  /** What a confirmed list orders. @throws Problem Invalid */
  order(rows: readonly OrderedBatchRow[]): Promise<Order[]>
  /** In the caller's transaction; the work begins with its commit. @throws Problem where others are at every SIM */
  begin(trx: Transaction<Tables>, batch: NewBatch): Promise<BegunBatch>
  /** Waits until the batch is over. Rejects with the signal's reason. @throws Problem Unavailable when the server stops */
  ended(batchId: string, signal: AbortSignal): Promise<EndedRow[]>
  /** @throws Problem NotFound */
  read(batchId: string): Promise<Batch>
  /** The batches of the last 30 days, the newest first. */
  list(): Promise<BatchSummary[]>
  /** Leaves out the rows that no carrier was asked about yet. @throws Problem Conflict where the batch is over */
  stop(trx: AuditedTransaction, batchId: string, email: string): Promise<{ stopped: number; batch: Batch }>
  /** What to order again of a batch that is over. @throws Problem Conflict, Invalid, NotFound */
  retry(batchId: string): Promise<{ orders: Order[]; fileName: string }>
  /** Takes what Verizon reports. @returns tells those who wait for it, once it is committed */
  report(trx: AuditedTransaction, result: CallbackResult): Promise<() => void>
  /** Ends the waiting of `ended`; the work itself is ended by the job queue. */
  close(): void
}

export function createDeactivations(parts: {
  platform: Pick<Platform, 'db' | 'log' | 'clock'>
  jobs: Jobs
  carriers: Carriers
  times: LaneTimes
}): Deactivations {
  const { platform, jobs, carriers, times } = parts
  const { db } = platform
  const signals = createSignals(platform.clock)
  const closing = new AbortController()

  // A queue for each carrier: rows of different ones run side by side, however many wait for one of them (D5).
  for (const vendorCode of vendorCodes)
    jobs.handle<Lane>(laneJob(vendorCode), { atOnce: lanesAtOnce }, workLane)

  async function workLane(lane: Lane, { stopping, lost }: JobSignals): Promise<void> {
    const batch = await db
      .selectFrom('deactivation_batch')
      .select('transaction_id')
      .where('batch_id', '=', lane.batchId)
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    if (!batch) return
    await inScope({ transactionId: batch.transaction_id }, () =>
      runLane({ platform, carrier: carriers[lane.vendorCode], lane, times, signals, stopping, lost }),
    )
  }

  async function whenEnded(batchId: string, signal: AbortSignal): Promise<void> {
    const over = new AbortController()
    const either = AbortSignal.any([signal, closing.signal, over.signal])
    try {
      for (;;) {
        either.throwIfAborted()
        // From before the look on, so that no word is missed.
        const word = signals.word(batchId, lookForEndMs, either)
        // A database that is away for a moment ends nobody's waiting: the work goes on all the same.
        const batch = await db
          .selectFrom('deactivation_batch')
          .select('finished_at')
          .where('batch_id', '=', batchId)
          .executeTakeFirst()
          .catch((error: unknown) => platform.log.warn({ err: error, batchId }, 'a batch cannot be read'))
        if (batch?.finished_at) return
        await word
      }
    } finally {
      over.abort()
    }
  }

  return {
    check: (entries) => checkedRows(db, carriers, entries),
    order: (rows) => ordersOf(db, rows),
    async begin(trx, batch) {
      const begun = await beginBatch(trx, jobs, batch)
      if (begun.ready === 0) throw othersAreAtIt(batch, begun)
      return begun
    },
    async ended(batchId, signal) {
      await whenEnded(batchId, signal)
      return db
        .selectFrom('deactivation')
        .select(['iccid', 'state', 'note', 'problem'])
        .where('batch_id', '=', batchId)
        .orderBy('position')
        .execute()
    },
    read: (batchId) => readBatch(db, carriers, batchId),
    list: () => recentBatches(db),
    async stop(trx, batchId, email) {
      const stopped = await stopBatch(trx, batchId, email)
      return { stopped, batch: await readBatch(trx, carriers, batchId) }
    },
    async retry(batchId) {
      const { finishedAt, fileName } = await readBatch(db, carriers, batchId)
      if (!finishedAt)
        throw new Problem(
          'Conflict',
          'The batch still runs. Wait for its end, or stop it, before you try again.',
        )
      return { orders: await ordersOf(db, await rowsToRetry(db, batchId)), fileName }
    },
    async report(trx, result) {
      const settled = await takeCallback(trx, result)
      return () => {
        if (settled) signals.settled(settled.deactivationId, settled.batchId)
      }
    },
    close: () => closing.abort(serverStops()),
  }
}

const othersAreAtIt = ({ isSingle }: NewBatch, { leftOut: [row] }: BegunBatch): Problem =>
  isSingle
    ? new Problem(
        'Busy',
        `SIM ${shortSimId(row?.iccid ?? '')} is ${row?.why}. Wait for the result in Sim Activity Logs.`,
      )
    : new Problem('Conflict', 'All of these SIMs are being deactivated already. Look at Recent batches.')

const serverStops = (): Problem =>
  new Problem(
    'Unavailable',
    'The server is being restarted. The deactivation goes on by itself; look at Sim Activity Logs for its result.',
  )
