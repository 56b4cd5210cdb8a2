import { fleetFindingKinds, vendorCodes } from '@support-console/contract'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Behalf } from '../../../platform/undertakings/behalf.ts'
import { sendWork, type WorkKind } from '../../../platform/undertakings/runs.ts'
import type {} from '../fleet.table.ts'
import type {} from './sweep.table.ts'

export const kind: WorkKind<'sweep'> = {
  name: 'look-at-all',
  permission: 'fleet.change',
  activity: 'Fleet',
  table: 'sweep',
  id: 'sweep_id',
}

interface ToSweep {
  sweepId: string
  behalf: Behalf
  now: Date
  night: { day: string; untilAt: Date } | null
}

/**
 * Begins to look at all, in the caller's transaction. It goes on where the last one was in each lane that had not come to its end.
 * @returns undefined: one runs, or the night had its own
 */
export async function beginSweep(
  trx: Transaction<Tables>,
  jobs: Jobs,
  { sweepId, behalf, now, night }: ToSweep,
): Promise<string | undefined> {
  const begun = await trx
    .insertInto('sweep')
    .values({
      sweep_id: sweepId,
      night: night?.day ?? null,
      until_at: night?.untilAt ?? null,
      created_at: now,
      ...behalf,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sweep_id')
    .executeTakeFirst()
  if (!begun) return undefined
  await sql`
    with last as (select sweep_id from sweep where sweep_id <> ${sweepId} order by created_at desc limit 1),
      left_over as (
        select lane.* from sweep_lane as lane join last using (sweep_id) where phase <> 'done' and phase <> 'again'),
      taken as (
        update sweep_read as it set sweep_id = ${sweepId} from left_over
        where it.sweep_id = left_over.sweep_id and it.carrier = left_over.carrier and left_over.phase = 'reads')
    insert into sweep_lane (sweep_id, carrier, phase, place, list_began_at, listed, planned_list, read_count, planned_reads)
    select ${sweepId}, code, coalesce(phase, 'list'), place, list_began_at, coalesce(listed, 0), coalesce(planned_list, 0),
      coalesce(read_count, 0), coalesce(planned_reads, 0)
    from unnest(${vendorCodes}::text[]) as code left join left_over on left_over.carrier = code`.execute(trx)
  await sql`
    insert into sweep_finding (sweep_id, finding, before, gone_before)
    select ${sweepId}, kind, (
      select count(*) from fleet_finding where finding = kind and readings > 1 and expected_id is null)::integer,
      coalesce((select total from fleet_gone where finding = kind), 0)
    from unnest(${fleetFindingKinds}::text[]) as kind`.execute(trx)
  await sendWork(trx, jobs, kind, sweepId)
  return sweepId
}

/** The hours of a night, in UTC: from 22 to 6; null: never. */
export interface Hours {
  from: number
  to: number
}

/** The night that it is at that time; undefined: it is day. */
export function nightOf({ from, to }: Hours, now: Date): { day: string; untilAt: Date } | undefined {
  const begins = new Date(now)
  begins.setUTCHours(from, 0, 0, 0)
  if (begins > now) begins.setUTCDate(begins.getUTCDate() - 1)
  const untilAt = new Date(begins.getTime() + ((to - from + 24) % 24 || 24) * 3600_000)
  return now < untilAt ? { day: begins.toISOString().slice(0, 10), untilAt } : undefined
}

/** When the next one begins. */
export function nextNight({ from }: Hours, now: Date): Date {
  const begins = new Date(now)
  begins.setUTCHours(from, 0, 0, 0)
  if (begins <= now) begins.setUTCDate(begins.getUTCDate() + 1)
  return begins
}
