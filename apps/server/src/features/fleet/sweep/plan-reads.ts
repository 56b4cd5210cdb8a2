import type { VendorCode } from '@support-console/contract'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import type { SweepPhase } from './sweep.table.ts'

interface ToPlan {
  sweepId: string
  carrier: VendorCode
  source: string
  /** The list that has been read; null: the carrier has none, and all SIMs are read singly. */
  told: { tellsChanges: boolean; beganAt: Date | null } | null
  /** Each SIM of a carrier with a list is read singly within so many nights. */
  nights: number
}

/** Which SIMs are read singly, in which order, and the end of the list. */
export async function planReads(
  trx: Transaction<Tables>,
  { sweepId, carrier, source, told, nights }: ToPlan,
) {
  if (told?.tellsChanges)
    await sql`
      insert into sweep_carrier (carrier, watermark) values (${carrier}, ${told.beganAt})
      on conflict (carrier) do update set watermark = excluded.watermark`.execute(trx)
  // A whole list that does not have a SIM says that its carrier may not know it any more.
  const isMissed = told && !told.tellsChanges ? sql`seen_at < ${told.beganAt}` : sql`false`
  const share = told ? sql`ceil(count(*) / ${nights}::numeric)` : sql`count(*)`
  const { rows } = await sql<{ planned: number }>`
    with due as (
      select iccid, 0 as rank, read_at from sweep_sim
      where carrier = ${carrier} and (is_wanted or seen_at is null or ${isMissed})
      union all select thing_id, 1, null from fleet_finding join sweep_sim on sweep_sim.iccid = thing_id
      where sweep_sim.carrier = ${carrier} and thing_kind = 'sim' and readings = 1 and source = ${source}
      union all (select iccid, 2, read_at from sweep_sim where carrier = ${carrier}
        order by read_at nulls first, iccid
        limit (select ${share}::integer from sweep_sim where carrier = ${carrier}))),
    once as (select iccid, min(rank) as rank, min(read_at) as read_at from due group by iccid),
    planned as (
      insert into sweep_read (sweep_id, carrier, position, iccid)
      select ${sweepId}, ${carrier}, row_number() over (order by rank, read_at nulls first, iccid), iccid from once returning 1)
    select count(*)::integer as planned from planned`.execute(trx)
  const phase: SweepPhase = 'reads'
  return { phase, place: null, planned_reads: rows[0]?.planned ?? 0, read_count: 0 }
}
