import type { BatchRowState, OrderedBatchRow } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { DatabaseFigure } from '../../platform/database/database-figure.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import { openStates } from './deactivations.table.ts'

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

/** The rows of a batch that were to be asked for and did not succeed, as ready ones. */
export async function rowsToRetry(db: Kysely<Tables>, batchId: string): Promise<OrderedBatchRow[]> {
  const rows = await db
    .selectFrom('deactivation')
    .innerJoin('deactivation_batch', 'deactivation_batch.batch_id', 'deactivation.batch_id')
    .select(['iccid', 'other_columns', 'other_cells'])
    .where('deactivation.batch_id', '=', batchId)
    .where('state', 'in', ['failed', 'unknown', 'stopped'] satisfies BatchRowState[])
    .orderBy('position')
    .execute()
  if (rows.length === 0)
    throw new Problem('Conflict', 'Every SIM of this batch succeeded; there is nothing to try again.')
  return rows.map(({ iccid, other_columns, other_cells }) => ({
    iccid,
    status: 'Ready',
    other: other_columns.map((column, at) => ({ column, value: other_cells[at] ?? '' })),
  }))
}

/** The rows of batches that are not settled; over the index of the open ones. */
export const deactivationFigure: DatabaseFigure = {
  name: 'deactivation',
  kind: 'work',
  states: openStates,
  text: `
    select state, count(*)::int as rows, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest
    from deactivation join deactivation_batch using (batch_id)
    where state in ('ready', 'asking', 'waiting', 'settling') group by state`,
}
