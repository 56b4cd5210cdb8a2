import { sql } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { Problem } from '../../../platform/problem.ts'
import { endWork, sendWork } from '../../../platform/undertakings/runs.ts'
import { kind } from './begin-look.ts'
import { type LookRow, putAllBack, sayFound } from './look.store.ts'

/**
 * Ends a look at once, no matter who is at it; what was being looked at is left.
 * @returns with what it has found, a sentence
 * @throws Problem Conflict where it is over
 */
export async function stopLook(
  trx: AuditedTransaction,
  lookId: string,
  email: string,
): Promise<{ look: LookRow; found: string }> {
  const look = await endWork(trx, kind, lookId, { state: 'stopped', stopped_by: email })
  if (!look) throw new Problem('Conflict', 'The check has already finished, so there was nothing to stop.')
  await putAllBack(trx, lookId)
  return { look, found: await sayFound(trx, lookId) }
}

/** Begins to look at what is left of one. @throws Problem Conflict where it runs, or nothing is left */
export async function goOn(trx: AuditedTransaction, jobs: Jobs, lookId: string): Promise<LookRow> {
  // Of two who ask at the same moment, the second finds it running.
  const { same } = await trx
    .selectFrom('look')
    .select('same')
    .where('look_id', '=', lookId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const running = trx.selectFrom('look').select('look_id').where('same', '=', same)
  if (await running.where('state', '=', 'running').executeTakeFirst())
    throw new Problem('Conflict', 'These are already being checked.')
  const look = await trx
    .updateTable('look')
    .set({
      state: 'running',
      reason: '',
      run_id: null,
      stopped_by: null,
      finished_at: null,
      resumed_at: sql<Date>`clock_timestamp()`,
    })
    .where('look_id', '=', lookId)
    .where('state', 'in', ['paused', 'stopped'])
    .returningAll()
    .executeTakeFirst()
  if (!look) throw new Problem('Conflict', 'Everything has been checked. Start a new check.')
  await sendWork(trx, jobs, kind, lookId)
  return look
}
