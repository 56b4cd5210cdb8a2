import { type RawBuilder, sql } from 'kysely'
import { panelStateSql, type View } from '../states/index.ts'

/** Management that is disabled for so many days is disabled for long. */
export const longDisabledDays = 7

/** So long a panel has no session before it is told: most begin another within minutes. */
const reconnectMs = 15 * 60_000

/** What is wrong with these panels, by the one state (D40) and what stands beside it. */
export function panelsFound(view: View, ids: readonly string[]): RawBuilder<unknown> {
  const state = panelStateSql(view)
  const { now, host } = view
  const left = new Date(now.getTime() - reconnectMs)
  const longAgo = new Date(now.getTime() - longDisabledDays * 86_400_000)
  return sql`
    select found.finding, panels.cloud_id as thing_id, panels.company_id, coalesce(sim.vendor_code, '') as carrier,
      coalesce(found.since, found.at) as since, found.at, found.source, coalesce(found.now, '') as now, found.before
    from (
      select panel.cloud_id, panel.company_id, panel.create_date, panel.flagged, panel.flag_changed_at, ${state.columns},
        kept.is_asked, kept.place as container, kept.iccid, told.checked_at, kept.environment,
        panel.panel_info ->> 'physicalPanelId' as physical_id
      from unnest(${ids}::text[]) as wanted (id) join panel on panel.cloud_id = wanted.id ${state.joins}
    ) as panels
    left join sim on sim.iccid = panels.iccid
    left join lateral (
      select max(asked_at) as asked_at from observation where panels.other_environment and thing_kind = 'panel'
        and source = 'Pathfinder' and fields ->> 'environment' = panels.environment
        and thing_id = any(array_append(array(select physical_id from panel_id where panel_id.cloud_id = panels.cloud_id),
          lower(panels.physical_id)))
    ) as pointed on true
    -- Where a container does not answer, a panel that none has told of may be on that one.
    left join (select min(said_at) as heard_at from webconnect_container having bool_and(problem = '')) as listening on true
    cross join lateral (values
      ('silent', panels.state = 'silent', panels.state_since, panels.checked_at, 'WebConnect', panels.container, ''),
      ('not-connected', panels.state = 'not-connected' and panels.state_since < ${left}, panels.state_since, panels.checked_at, 'WebConnect',
        panels.container, ''),
      ('never-connected', panels.is_asked is not true, panels.create_date, listening.heard_at, 'WebConnect', '', ''),
      ('flapping', panels.state = 'flapping', null, panels.checked_at, 'WebConnect', panels.container, ''),
      ('other-environment', panels.other_environment, null, pointed.asked_at, 'Pathfinder', panels.environment, ${host}),
      ('disabled-for-long', panels.flagged and panels.flag_changed_at < ${longAgo}, panels.flag_changed_at, ${now},
        'Remote Portal', '', '')
    ) as found (finding, is_so, since, at, source, now, before)
    where found.is_so and found.at is not null`
}
