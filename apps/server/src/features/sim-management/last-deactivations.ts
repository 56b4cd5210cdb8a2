import type { BatchRowState } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'

/** The last order to deactivate each of these SIMs, by ICCID; rows that never were one do not count. */
export async function lastDeactivations(
  db: Db,
  iccids: readonly string[],
): Promise<Map<string, { state: BatchRowState; note: string; at: Date }>> {
  const { rows } = await sql<{ iccid: string; state: BatchRowState; note: string; at: Date }>`
    select wanted.iccid, last.* from unnest(${iccids}::text[]) as wanted (iccid) cross join lateral (
      select state, note, coalesce(settled_at, asked_at, created_at) as at
      from deactivation join deactivation_batch using (batch_id)
      where iccid = wanted.iccid and state not in ('invalid', 'stopped') order by created_at desc limit 1) as last`.execute(
    db,
  )
  return new Map(rows.map(({ iccid, ...last }) => [iccid, last]))
}
