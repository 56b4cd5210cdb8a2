import type { BatchRowState, ErrorStatus, PlainBatchRow } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/http/problem.ts'
import { statusText } from './batch-rows.ts'
import { openStates } from './deactivations.table.ts'
import { type Deactivations, ServerStops } from './deactivations.ts'

/** Who is deactivating which of these SIMs right now: e-mail by ICCID. */
export async function openDeactivations(
  db: Kysely<Tables>,
  iccids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('deactivation')
    .innerJoin('deactivation_batch', 'deactivation_batch.batch_id', 'deactivation.batch_id')
    .select(['iccid', 'email'])
    .where('iccid', '=', sql<string>`any(${iccids}::text[])`)
    .where('state', 'in', openStates)
    .execute()
  return new Map(rows.map(({ iccid, email }) => [iccid, email]))
}

/** Those of the SIMs whose deactivation once ended without anybody knowing its result. */
export async function unsettledBefore(db: Kysely<Tables>, iccids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('deactivation')
    .select('iccid')
    .distinct()
    .where('iccid', '=', sql<string>`any(${iccids}::text[])`)
    .where('state', '=', 'unknown')
    .execute()
  return new Set(rows.map(({ iccid }) => iccid))
}

/** The rows of a batch that were to be asked for and did not succeed, as ready ones. */
export async function rowsToRetry(db: Kysely<Tables>, batchId: string): Promise<PlainBatchRow[]> {
  const rows = await db
    .selectFrom('deactivation')
    .select('iccid')
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['failed', 'unknown', 'stopped'] satisfies BatchRowState[])
    .orderBy('position')
    .execute()
  if (rows.length === 0)
    throw new Problem('Conflict', 'Every SIM of this batch succeeded; none is left to try again.')
  return rows.map(({ iccid }) => ({ iccid, status: 'Ready' }))
}

/** Waits for the end of a batch on behalf of a call. @throws Problem Unavailable when the server stops before it */
export async function batchEnded(
  deactivations: Deactivations,
  batchId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await deactivations.ended(batchId, signal)
  } catch (error) {
    if (!(error instanceof ServerStops)) throw error
    throw new Problem(
      'Unavailable',
      'The server is being restarted. The deactivation goes on by itself; look at Sim Activity Logs for its result.',
      { cause: error },
    )
  }
}

/** Waits for the end of a batch of one, and gives its row. */
export async function endedRow(
  db: Kysely<Tables>,
  deactivations: Deactivations,
  batchId: string,
  signal: AbortSignal,
): Promise<{ status: string; note: string; problem: ErrorStatus | null }> {
  await batchEnded(deactivations, batchId, signal)
  const row = await db
    .selectFrom('deactivation')
    .select(['state', 'note', 'problem'])
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  return { status: statusText(row.state, row.note), note: row.note, problem: row.problem }
}
