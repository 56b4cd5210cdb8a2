import { thing } from '@support-console/contract'
import { sql } from 'kysely'
import { type AuditedTransaction, auditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { beginnerOf } from '../../../platform/undertakings/behalf.ts'
import { enter } from '../../../platform/undertakings/undertakings.ts'
import { kind } from './begin-sweep.ts'
import { countCoverage } from './coverage.ts'
import type { SweepRow } from './sweep.store.ts'

/** Makes this run the one that may write. @returns undefined: it is over */
export const takeOver = (db: Db, sweepId: string, runId: string): Promise<SweepRow | undefined> =>
  db
    .updateTable('sweep')
    .set({ run_id: runId })
    .where('sweep_id', '=', sweepId)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()

/** Ends a sweep whose lanes have all come to their end, or are left for later. */
export async function endSweep(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { sweepId, runId }: { sweepId: string; runId: string },
): Promise<void> {
  await noteCoverage(db, sweepId, clock.now())
  await auditedTransaction(db, async (trx) => {
    const lanes = await trx
      .selectFrom('sweep_lane')
      .select(['state', 'reason'])
      .where('sweep_id', '=', sweepId)
      .orderBy('carrier')
      .execute()
    const reason = [
      ...new Set(lanes.filter(({ state }) => state === 'paused').map((lane) => lane.reason)),
    ].join(' ')
    const sweep = await trx
      .updateTable('sweep')
      .set({ state: reason ? 'paused' : 'finished', reason, finished_at: clock.now() })
      .where('sweep_id', '=', sweepId)
      .where('run_id', '=', runId)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst()
    if (!sweep) return
    await noteFindings(trx, sweep)
    await enterEnd(trx, sweep, reason ? 'Unavailable' : 'Success')
  })
}

/** Stops it at once, whichever run is at it. @returns undefined: it is over */
export async function stopSweep(
  trx: AuditedTransaction,
  sweepId: string,
  email: string,
  now: Date,
): Promise<SweepRow | undefined> {
  const sweep = await trx
    .updateTable('sweep')
    .set({ state: 'stopped', stopped_by: email, finished_at: now })
    .where('sweep_id', '=', sweepId)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  if (!sweep) return undefined
  await noteFindings(trx, sweep)
  await noteCoverage(trx, sweepId, now)
  return sweep
}

async function noteCoverage(db: Db | AuditedTransaction, sweepId: string, now: Date): Promise<void> {
  const coverage = await countCoverage(db, now)
  await db
    .insertInto('sweep_coverage')
    .values(coverage.map((covered) => ({ sweep_id: sweepId, ...covered })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many of each finding there are now, how many of them began to count, and how many are gone. */
const noteFindings = (trx: AuditedTransaction, { sweep_id: sweepId, created_at: begunAt }: SweepRow) =>
  sql`
    update sweep_finding as it set
      count = (select count(*) from fleet_finding as now where now.finding = it.finding and readings > 1 and expected_id is null),
      fresh = (select count(*) from fleet_finding as now where now.finding = it.finding and readings > 1 and expected_id is null
        and counted_at >= ${begunAt}),
      gone = coalesce((select total from fleet_gone where fleet_gone.finding = it.finding), 0) - gone_before
    where sweep_id = ${sweepId}`.execute(trx)

/** Of one that a person began. */
async function enterEnd(trx: AuditedTransaction, sweep: SweepRow, result: string): Promise<void> {
  if (sweep.email === '') return
  await enter(trx, kind, {
    ...beginnerOf(sweep),
    message: 'Look at all',
    object: thing('transaction', sweep.transaction_id),
    result,
    detail: sweep.reason,
  })
}
