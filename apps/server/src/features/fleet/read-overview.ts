import { factRights, fleetStands } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from '../states/index.ts'
import { silentNow } from '../webconnect/index.ts'
import { conditions, joinKnown, stand } from './filter.ts'

interface Counts {
  stands: (typeof fleetStands)[number]
  /** Things with such a finding. */
  things: number
  /** Panels that do not report, each where it counts most. */
  away: number
}

const stands = ['counts', 'once', 'expected'] as const

/** How many panels are silent now, as Home says it, and where those stand in the list, so that its rows add up to it. */
export async function readFigures(db: Db, view: View) {
  const [panels, { rows }] = await Promise.all([
    view.may(factRights.session) ? silentNow(db, view.now) : null,
    sql<Counts>`
      with finding as materialized (
        select it.thing_kind, it.thing_id, ${stand(view)} as stands from fleet_finding as it ${joinKnown}
        where ${conditions(view, { stand: fleetStands, not: {} })}),
      first as (
        select distinct on (thing_kind, thing_id) thing_kind, thing_id, stands from finding
        order by thing_kind, thing_id, array_position(${[...stands]}::text[], stands))
      select stands, (select count(distinct (thing_kind, thing_id))::integer from finding where finding.stands = named.stands) as things,
        (select count(*)::integer from first where first.stands = named.stands and thing_kind = 'panel' and exists (
          select from webconnect_absence as absence where absence.cloud_id = thing_id and absence.ended_at is null)) as away
      from unnest(${[...stands]}::text[]) as named (stands)`.execute(db),
  ])
  const of = (name: Counts['stands']) => rows.find((row) => row.stands === name) ?? { things: 0, away: 0 }
  const [listed, once, expected] = [of('counts').away, of('once').away, of('expected').away]
  const others = Math.max(0, (panels?.silent ?? 0) - listed - once - expected)
  return {
    panels,
    silent: panels && { listed, once, expected, others },
    once: of('once').things,
    expected: of('expected').things,
  }
}
