import { randomUUID } from 'node:crypto'
import { extensionMinutes, longestDisabledDays } from '@support-console/contract'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import type { Behalf } from '../../platform/undertakings/behalf.ts'
import { isFree, momentsOf, untried } from './disabling.store.ts'
import type { DisablingRow } from './disabling.table.ts'

const now = sql<Date>`clock_timestamp()`

/**
 * Gives an order more time. Another person's is replaced by one of whom extends it: what is done at the end is done for them.
 * @returns undefined: it is over, or its end is being done just now
 * @throws Problem Conflict where it would last longer than an order may
 */
export async function extendOrder(
  trx: Transaction<Tables>,
  row: DisablingRow,
  behalf: Behalf,
  at: Date,
): Promise<DisablingRow | undefined> {
  const until = new Date(Math.max(row.until_at.getTime(), at.getTime()) + extensionMinutes * 60_000)
  if (until.getTime() - at.getTime() > longestDisabledDays * 86_400_000)
    throw new Problem(
      'Conflict',
      `Nothing was changed: management can be disabled for at most ${longestDisabledDays} days from now.`,
    )
  const isOwn = row.issuer === behalf.issuer && row.subject === behalf.subject
  const moments = { ...momentsOf(until, at), ...untried, ordered_at: now }
  // As each change of the flag does: the panel first, so that none misses the order that takes this one's place.
  await trx.selectFrom('panel').select('cloud_id').where('cloud_id', '=', row.cloud_id).forUpdate().execute()
  const taken = await trx
    .updateTable('disabling')
    .set(isOwn ? moments : { state: 'replaced', finished_at: now, stopped_by: behalf.email })
    .where('disabling_id', '=', row.disabling_id)
    .where('state', '=', 'running')
    .where('until_at', '=', row.until_at)
    .where(isFree)
    .returningAll()
    .executeTakeFirst()
  if (!taken || isOwn) return taken
  return trx
    .insertInto('disabling')
    .values({
      disabling_id: randomUUID(),
      cloud_id: row.cloud_id,
      run_id: randomUUID(),
      time_zone: row.time_zone,
      state: 'running',
      end_transaction_id: randomUUID(),
      ...moments,
      ...behalf,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
