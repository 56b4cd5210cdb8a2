import { type RawBuilder, sql } from 'kysely'
import { carrierOfSim, simStateSql, type View } from '../states/index.ts'

/** An IMEI that changed is a finding for so many days. */
const imeiDays = 30

/** What is wrong with these SIMs, by the one state (D40) and what stands beside it. */
export function simsFound(view: View, ids: readonly string[]): RawBuilder<unknown> {
  const state = simStateSql(view)
  const { now } = view
  const sinceImei = new Date(now.getTime() - imeiDays * 86_400_000)
  return sql`
    select found.finding, sims.iccid as thing_id, sims.company_id, sims.vendor_code as carrier,
      coalesce(found.since, found.at) as since, found.at, found.source, coalesce(found.now, '') as now,
      coalesce(found.before, '') as before
    from (
      select sim.iccid, sim.company_id, sim.vendor_code, sim.deactivated_at, sim.panel, ${state.columns},
        ${state.usedPercent} as used_percent, ${carrierOfSim} as carrier, own.fields ->> 'rawStatus' as raw, own.asked_at, own.fields ->> 'imei' as imei,
        own.status = 'NotFound' and own.unanswered_at is not null as is_unknown_there, own.unanswered_at
      from unnest(${ids}::text[]) as wanted (id) join sim on sim.iccid = wanted.id
      left join observation as own on own.thing_kind = 'sim' and own.thing_id = sim.iccid and own.source = ${carrierOfSim}
      ${state.joins}
    ) as sims
    left join (
      select distinct on (seen.form) seen.form, observed.thing_id as panel, observed.asked_at
      from observed_identifier as seen join sim on sim.iccid = seen.form
      join observation_now as observed on observed.thing_kind = 'panel' and observed.thing_id = seen.thing_id
        and observed.source = 'WebConnect' and observed.fields ->> 'iccid' = seen.form
      where seen.form = any(${ids}::text[]) and seen.field = 'iccid' and seen.thing_kind = 'panel'
      order by seen.form, observed.thing_id = sim.panel desc, observed.asked_at desc
    ) as session on session.form = sims.iccid
    left join lateral (
      select before, after, at from observed_change where thing_kind = 'sim' and thing_id = sims.iccid
        and source = sims.carrier and field = 'imei' and at > ${sinceImei} order by at desc, change_id desc limit 1
    ) as changed on sims.imei <> ''
    cross join lateral (values
      ('still-billed', sims.deactivated_at is not null and sims.state in ('active', 'suspended'), null::timestamptz,
        sims.state_at, sims.carrier, sims.raw, ${isoSql(sql`sims.deactivated_at`)}),
      ('gone-there', sims.deactivated_at is null and (sims.state = 'deactivated' or sims.is_unknown_there), null,
        case when sims.is_unknown_there then sims.unanswered_at else sims.state_at end,
        coalesce(sims.carrier, sims.state_source), case when sims.is_unknown_there then '' else sims.raw end, ''),
      ('no-company', sims.deactivated_at is null and sims.company_id is null, null, ${now}, 'Inventory', '', ''),
      ('no-panel', sims.state = 'active' and sims.deactivated_at is null and sims.panel = '' and session.panel is null, null,
        sims.state_at, sims.state_source, sims.raw, ''),
      ('other-panel', sims.panel <> '' and session.panel <> sims.panel, session.asked_at, ${now}, 'WebConnect',
        session.panel, sims.panel),
      ('imei-changed', changed.after = sims.imei and changed.before <> '', changed.at, sims.asked_at, sims.carrier,
        changed.after, changed.before),
      ('over-threshold', sims.over_threshold, null, (select asked_at from observation where thing_kind = 'sim'
        and thing_id = sims.iccid and source = sims.carrier || ' usage'), sims.carrier, sims.used_percent || ' %', '')
    ) as found (finding, is_so, since, at, source, now, before)
    where found.is_so and found.at is not null`
}

/** A time as files and addresses write it. */
const isoSql = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
