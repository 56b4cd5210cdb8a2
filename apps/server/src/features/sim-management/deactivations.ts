import { vendorCodes } from '@support-console/contract'
import { sql, type Transaction } from 'kysely'
import { appendAudits } from '../../platform/audit/append-audit.ts'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { inScope } from '../../platform/http/request-scope.ts'
import type { JobSignals, Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Carriers } from '../../systems/carriers/carrier.ts'
import type { CallbackResult } from '../../systems/carriers/verizon/verizon.callbacks.ts'
import { type BegunBatch, beginBatch, type Lane, laneJob, type NewBatch } from './begin-batch.ts'
import { takeCallback } from './callback.ts'
import { type LaneTimes, runLane } from './run-lane.ts'
import { entryOf, lockBatch, noteIfFinished, stoppedBy } from './settle-row.ts'
import { createSignals } from './signals.ts'

/** Lanes of one carrier that a replica works side by side; what it is asked at once is the carrier's own limit. */
const lanesAtOnce = 6
/** How often somebody who waits for a batch looks, when no word comes, in milliseconds. */
const lookForEndMs = 1000

/** Deactivating SIMs as lasting work (D5). */
export interface Deactivations {
  /** In the caller's transaction; the work begins with its commit. */
  begin(trx: Transaction<Tables>, batch: NewBatch): Promise<BegunBatch>
  /** Waits until the batch is over. Rejects with the signal's reason, and when the server stops. */
  ended(batchId: string, signal: AbortSignal): Promise<void>
  /** Leaves out the rows that no carrier was asked about yet, with an entry each. @returns how many */
  stop(trx: AuditedTransaction, batchId: string, email: string): Promise<number>
  /** Takes what Verizon reports. @returns tells those who wait for it, once it is committed */
  report(trx: AuditedTransaction, result: CallbackResult): Promise<() => void>
  /** Ends the waiting of `ended`; the work itself is ended by the job queue. */
  close(): void
}

export class ServerStops extends Error {
  override name = 'ServerStops'
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

  return {
    begin: (trx, batch) => beginBatch(trx, jobs, batch),
    async ended(batchId, signal) {
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
    },
    async stop(trx, batchId, email) {
      const stopped = await trx
        .updateTable('deactivation')
        .set({
          state: 'stopped',
          note: stoppedBy(email),
          problem: 'Conflict',
          settled_at: sql<Date>`clock_timestamp()`,
        })
        .where('batch_id', '=', batchId)
        .where('state', '=', 'ready')
        .returning(['deactivation_id', 'iccid', 'vendor_code'])
        .execute()
      const batch = await lockBatch(trx, batchId)
      await trx
        .updateTable('deactivation_batch')
        .set({ stopped_at: sql<Date>`clock_timestamp()`, stopped_by: email })
        .where('batch_id', '=', batchId)
        .where('stopped_at', 'is', null)
        .execute()
      await noteIfFinished(trx, batchId)
      const ending = { result: 'Stopped', detail: stoppedBy(email) }
      await appendAudits(
        trx,
        stopped.map((row) => entryOf(batch, row, ending)),
      )
      return stopped.length
    },
    async report(trx, result) {
      const settled = await takeCallback(trx, result)
      return () => {
        if (settled) signals.settled(settled.deactivationId, settled.batchId)
      }
    },
    close: () => closing.abort(new ServerStops('The server stops')),
  }
}
