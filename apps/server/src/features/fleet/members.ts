import {
  checkOfFinding,
  type FleetFilter,
  factRights,
  fleetOrder,
  fleetSilences,
  wrongVerdicts,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import { panelStateSql, type View, verdictsFor } from '../states/index.ts'
import { conditions, isOpenOutage, joinKnown } from './filter.ts'

/** Checks whose cause is the same for all of a container, or for SIMs of one carrier in one state. */
const ofContainer = ['container-down', 'container-clock', 'container-silent'] as const
const ofCarrier = ['carrier-trouble', 'sim-not-active', 'sim-offline', 'sim-state-differs'] as const

const isIn = (column: RawBuilder<unknown>, values: readonly string[]) =>
  sql`${column} = any(${values}::text[])`

/**
 * What a panel that does not work is put down to: the narrowest outage that lasts and has it, else what the diagnosis found since it
 * stopped, as the panel's own page has it. Of what no check has looked at no cause is known (D55).
 */
const causeOfSilence = (view: View) => sql`
  case when outage.outage_id is not null then trim('outage ' || outage.scope || ' ' || outage.scope_id)
    when ${verdictsFor(view.may) === null}::boolean then 'not-shown'
    when ${isIn(sql`looked.verdict`, wrongVerdicts)} and looked.code is not null then 'check ' || looked.code ||
      case when ${isIn(sql`looked.code`, ofContainer)} then coalesce(' ' || nullif(it.now, ''), '')
        when ${isIn(sql`looked.code`, ofCarrier)} then coalesce(' ' || nullif(it.carrier, '') ||
          case when looked.code = 'sim-not-active' and looked.sim_state in ('suspended', 'deactivated', 'inventory')
            then ' ' || looked.sim_state else '' end, '') else '' end
    when looked.verdict in ('unexplained', 'not-known') then looked.verdict
    when it.finding = 'flapping' then 'finding flapping' else 'not-looked-at' end`

const causeOfOthers = sql`case ${sql.join(
  Object.entries(checkOfFinding).map(
    ([finding, code]) => sql`when it.finding = ${sql.lit(finding)} then ${sql.lit(`check ${code}`)}`,
  ),
  sql` `,
)} else 'finding ' || it.finding end`

const groupedBy = {
  cause: sql`it.cause`,
  company: sql`'company ' || coalesce(it.company_id::text, 'none')`,
  carrier: sql`'carrier ' || coalesce(nullif(it.carrier, ''), 'none')`,
} as const

/**
 * The things that match, each once, with the first of its findings: `member`, after `with`. `grouped` is what they stand under, and
 * `away` how a panel does not report now, by the same absences as the count of silent panels.
 */
export function membersSql(view: View, filter: FleetFilter, by: keyof typeof groupedBy = 'cause') {
  const state = panelStateSql(view)
  const isSilence = isIn(sql`it.finding`, fleetSilences)
  return sql`
    ${matchingSql(view, filter)},
    judged as materialized (
      select it.*, case when ${isSilence} then ${causeOfSilence(view)} else ${causeOfOthers} end as cause, looked.looked_at, absent.how as away
      from matching as it
      left join lateral (
        select outage_id, outage.scope, outage.scope_id from webconnect_outage_panel as own join webconnect_outage as outage using (outage_id)
        where ${isSilence} and own.cloud_id = it.thing_id and own.back_at is null and ${isOpenOutage(view)}
        order by outage.members, outage_id limit 1) as outage on true
      left join lateral (
        select case min(absence.how) when 'left' then 'not-connected' else 'silent' end as how from webconnect_absence as absence
        where it.thing_kind = 'panel' and absence.cloud_id = it.thing_id and absence.ended_at is null
        having count(*) > 0) as absent on ${view.may(factRights.session)}::boolean
      left join lateral (
        select found.code, found.state as verdict, found.at as looked_at, (
          select state from thing_state as own where own.thing_kind = 'sim' and own.thing_id = kept.iccid limit 1) as sim_state
        from (select it.thing_id as cloud_id where ${isSilence} and outage.outage_id is null) as panel ${state.joins}) as looked on true
      where place = 1),
    member as (
      select it.*, ${groupedBy[by]} as grouped from judged as it
      where ${filter.cause ? sql`array[${sql.join(Object.values(groupedBy))}] && ${filter.cause}::text[]` : sql`true`})`
}

/** The findings that match, and which of a thing's comes first. */
export const matchingSql = (view: View, filter: FleetFilter) => sql`
    matching as materialized (
      select it.finding, it.thing_kind, it.thing_id, it.company_id, it.carrier, it.since, it.at, it.now,
        row_number() over (partition by it.thing_kind, it.thing_id
          order by array_position(${[...fleetOrder]}::text[], it.finding)) as place,
        (count(*) over (partition by it.thing_kind, it.thing_id) - 1)::integer as also
      from fleet_finding as it ${joinKnown} where ${conditions(view, filter)})`
