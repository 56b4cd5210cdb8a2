import { thing } from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { endWork, type Run } from '../../../platform/undertakings/runs.ts'
import { kind } from './begin-sweep.ts'
import { countCoverage } from './coverage.ts'
import type { SweepRow } from './sweep.store.ts'

/** Ends a sweep whose lanes have all come to their end, or are left for later. */
export async function endSweep(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { row: { sweep_id: sweepId }, end }: Run<'sweep'>,
): Promise<void> {
  await noteCoverage(db, sweepId, clock.now())
  const lanes = await db
    .selectFrom('sweep_lane')
    .select('reason')
    .distinct()
    .where('sweep_id', '=', sweepId)
    .where('state', '=', 'paused')
    .orderBy('reason')
    .execute()
  const reason = lanes.map((lane) => lane.reason).join(' ')
  const change = { state: reason ? 'paused' : 'finished', reason, finished_at: clock.now() } as const
  await end(change, async (sweep, trx) => {
    await noteFindings(trx, sweep)
    return {
      message: 'Look at all',
      object: thing('transaction', sweep.transaction_id),
      result: reason ? 'Unavailable' : 'Success',
      detail: reason,
    }
  })
}

/** Stops it at once, whichever run is at it. @returns undefined: it is over */
export async function stopSweep(
  trx: AuditedTransaction,
  sweepId: string,
  email: string,
  now: Date,
): Promise<SweepRow | undefined> {
  const sweep = await endWork(trx, kind, sweepId, { state: 'stopped', stopped_by: email, finished_at: now })
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
