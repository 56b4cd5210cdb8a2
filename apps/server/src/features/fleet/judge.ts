import { type FleetFindingKind, fleetFindingKinds, fleetFindings } from '@support-console/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { View } from '../states/index.ts'
import { expectedOfCompany } from './expected.ts'
import type {} from './fleet.table.ts'
import { panelsFound } from './panels-found.ts'
import { receiversFound } from './receivers-found.ts'
import { simsFound } from './sims-found.ts'

type Trx = Transaction<Tables>
type FoundKind = (typeof fleetFindings)[FleetFindingKind]['thing']

/**
 * What of these things is wrong, as SQL: finding, thing_id, company_id, carrier, since, at, source, now, before, has_onset. `at` is
 * when the word behind it was said; without `has_onset` it is not known since when it is so, but since when it was seen.
 */
const foundOf: Record<
  FoundKind,
  (trx: Trx, view: View, ids: readonly string[]) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
> = {
  sim: (_trx, view, ids) => simsFound(view, ids),
  panel: (_trx, view, ids) => panelsFound(view, ids),
  csr: receiversFound,
}

/** Judging sees all; what a reader may be told is decided where it is told (D45). */
export const judging = (view: View): View => ({ ...view, may: () => true })

/**
 * Judges things by what is kept of them. A finding is another reading's only where its word is newer, so that one reading, however
 * often it is judged, counts once; one that is not so any more is gone; one that is otherwise than before is expected no more, unless all of
 * its company is.
 */
export async function judge(trx: Trx, view: View, kind: FoundKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await foundOf[kind](trx, judging(view), ids)
  const kinds = fleetFindingKinds.filter((finding) => fleetFindings[finding].thing === kind)
  await sql`
    with found as materialized (${found}),
    gone as (
      delete from fleet_finding as it
      where it.thing_kind = ${kind} and it.thing_id = any(${ids}::text[]) and it.finding = any(${kinds}::text[])
        and not exists (select from found where found.finding = it.finding and found.thing_id = it.thing_id)
      returning finding, readings),
    counted as (
      insert into fleet_gone as kept select finding, count(*) from gone where readings > 1 group by finding order by finding
      on conflict (finding) do update set total = kept.total + excluded.total)
    insert into fleet_finding as it
      (finding, thing_kind, thing_id, company_id, carrier, since, at, source, now, before, expected_id)
    select finding, ${kind}, thing_id, company_id, carrier, since, at, source, now, before, ${expectedOfCompany('found')}
    from found order by finding, thing_id
    on conflict (finding, thing_id) do update set
      company_id = excluded.company_id, carrier = excluded.carrier, source = excluded.source,
      now = excluded.now, before = excluded.before, at = greatest(it.at, excluded.at),
      since = case when ${isAnother} then excluded.since else it.since end,
      readings = case when ${isAnother} then 1 when excluded.at > it.at then it.readings + 1 else it.readings end,
      counted_at = case when ${isAnother} then null when excluded.at > it.at and it.readings = 1 then ${view.now} else it.counted_at end,
      expected_id = case when ${isSame} and not ${isAnother} then coalesce(it.expected_id, excluded.expected_id)
        else excluded.expected_id end
    where excluded.at > it.at or not ${isSame} or it.company_id is distinct from excluded.company_id
      or it.expected_id is distinct from coalesce(it.expected_id, excluded.expected_id)`.execute(trx)
}

/** It says the same as before. */
const isSame = sql`(it.now = excluded.now and it.before = excluded.before)`
/** It ended and began again meanwhile, or is about something else. */
const isAnother = sql`((excluded.since < excluded.at and excluded.since > it.at) or (it.before, it.now) <> (excluded.before, excluded.now)
  and excluded.finding = 'imei-changed')`
