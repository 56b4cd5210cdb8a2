import { randomUUID } from 'node:crypto'
import { mostBatchRows, thing, withWhy } from '@support-console/contract'
import { auditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { JobSignals, Jobs } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mayStill } from '../../../platform/sign-on/known-rights.ts'
import { type Behalf, beginnerOf } from '../../../platform/undertakings/behalf.ts'
import { type Run, takeOver } from '../../../platform/undertakings/runs.ts'
import { enter } from '../../../platform/undertakings/undertakings.ts'
import { beginBatch } from '../begin-batch.ts'
import { checkedOrders } from '../check-rows.ts'
import { noteIfFinished } from '../settle-row.ts'
import { countSims, nextSims, noteBegun, noteEndings, openBatchOf, seriesKind } from './series.store.ts'

interface SeriesParts {
  platform: Pick<Platform, 'db'>
  jobs: Jobs
  /** Waits until a batch is over. Rejects with the signal's reason. */
  batchEnds(batchId: string, signal: AbortSignal): Promise<void>
}

/**
 * Begins a batch of a series when the one before is over (2.4: at most 100 SIMs). Whatever run was killed: what has begun stands in the
 * database, and a batch goes on by itself.
 */
export async function runSeries(
  parts: SeriesParts,
  seriesId: string,
  { stopping, lost }: JobSignals,
): Promise<void> {
  const { db } = parts.platform
  const run = await takeOver(db, seriesKind, seriesId)
  if (!run) return
  const signal = AbortSignal.any([stopping, lost])
  for (;;) {
    signal.throwIfAborted()
    const batchId = (await openBatchOf(db, seriesId)) ?? (await beginNext(parts, run))
    if (batchId === undefined) break
    await parts.batchEnds(batchId, signal)
  }
  await run.end({}, async ({ transaction_id, company_id, why, stopped_by }, trx) => {
    await noteEndings(trx, seriesId)
    const { all, success } = await countSims(trx, seriesId)
    return {
      message: `Deactivated ${success} of ${all} SIMs in batches`,
      object: company_id === null ? thing('transaction', transaction_id) : thing('company', company_id),
      result: success === all ? 'Success' : stopped_by === null ? 'Error' : 'Stopped',
      detail: withWhy(why, stopped_by === null ? '' : `stopped by ${stopped_by}`),
    }
  })
}

/** @returns the batch that has begun; undefined: none is to begin any more */
async function beginNext(
  { platform: { db }, jobs }: SeriesParts,
  run: Run<'deactivation_series'>,
): Promise<string | undefined> {
  const { series_id: seriesId } = run.row
  return auditedTransaction(db, async (trx) => {
    // Held until the commit: a stop comes before this batch or finds it.
    const row = await run.note(trx, { run_id: run.runId })
    await noteEndings(trx, seriesId)
    if (!row || row.stopped_at !== null) return undefined
    const sims = await nextSims(trx, seriesId)
    if (sims.length === 0) return undefined
    const behalf: Behalf = row
    if (!(await mayStill(trx, { ...behalf, ordered_at: row.created_at }, seriesKind.permission))) {
      const detail = `${row.email} may no longer deactivate SIMs, so no further carrier was asked.`
      await enter(trx, seriesKind, {
        ...beginnerOf(row),
        message: 'Begin the next batch of a series',
        object: thing('transaction', row.transaction_id),
        result: 'Forbidden',
        detail,
      })
      return undefined
    }
    const batchId = randomUUID()
    const iccids = sims.map(({ iccid }) => iccid)
    const orders = await checkedOrders(
      trx,
      iccids.map((iccid) => ({ iccid, status: 'Ready' })),
    )
    const begun = await beginBatch(trx, jobs, {
      batchId,
      behalf,
      why: row.why,
      isSingle: false,
      orders,
      fileName: row.name,
      seriesId,
    })
    await noteBegun(trx, seriesId, batchId)
    if (begun.ready === 0) await noteIfFinished(trx, batchId)
    await enter(trx, seriesKind, {
      ...beginnerOf(row),
      message: `Deactivate ${begun.ready} ${begun.ready === 1 ? 'SIM' : 'SIMs'}, at most ${mostBatchRows} at a time`,
      object: thing('batch', batchId),
      result: 'Intent',
      detail: withWhy(row.why, iccids.join(' ')),
    })
    return batchId
  })
}
