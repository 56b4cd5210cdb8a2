import {
  type CompanyState,
  factRights,
  type PanelCounts,
  type SimCounts,
  wrongPanelStates,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { panelStateSql, panelWordSql } from './panel-state.ts'
import { simStateSql, simWordSql } from './sim-state.ts'
import { simCountsMs, type View } from './view.ts'

type Counted<Counts> = Counts & { companyId: number; oldest: Date | null }

/** What companies have that is wrong, and that was never asked, as far as the reader may read either. */
export async function companyStatesOf(
  db: Db,
  view: View,
  companyIds: readonly number[],
): Promise<Map<number, CompanyState>> {
  const [sims, panels] = await Promise.all([
    view.may(factRights.simsOfCompany) ? countSims(db, view, companyIds) : null,
    view.may(factRights.panelsOfCompany) ? countPanels(db, view, companyIds) : null,
  ])
  const noCounts = { total: 0, wrong: 0, notAsked: 0, oldest: null }
  return new Map(
    companyIds.map((id) => [
      id,
      stateOf(
        sims && (sims.get(id) ?? { ...noCounts, companyId: id }),
        panels && (panels.get(id) ?? { ...noCounts, companyId: id, silent: 0, otherEnvironment: 0 }),
        view,
      ),
    ]),
  )
}

/** As old as the oldest word that it rests on. */
function stateOf(
  sims: Counted<SimCounts> | null,
  panels: Counted<PanelCounts> | null,
  { now }: View,
): CompanyState {
  const parts = [sims, panels].filter((part) => part !== null)
  const sum = (of: 'total' | 'wrong' | 'notAsked') => parts.reduce((all, part) => all + part[of], 0)
  const [at = null] = parts.flatMap(({ oldest }) => oldest?.toISOString() ?? []).sort()
  const isFresh = at !== null && sum('notAsked') === 0 && now.getTime() - Date.parse(at) <= simCountsMs
  return {
    state: sum('wrong') > 0 ? 'wrong' : isFresh ? 'fine' : 'not-known',
    online: null,
    since: null,
    at,
    source: '',
    isFresh,
    facts: [],
    cause: null,
    counts: {
      sims: sims && { total: sims.total, wrong: sims.wrong, notAsked: sims.notAsked },
      panels: panels && {
        total: panels.total,
        wrong: panels.wrong,
        notAsked: panels.notAsked,
        silent: panels.silent,
        otherEnvironment: panels.otherEnvironment,
      },
    },
  }
}

const wanted = (ids: readonly number[]) => sql`= any(${ids}::integer[])`
/** Those that are counted one by one: what time ends, and verdicts, which some readers may not be told. */
const isApart = (of: string) => sql`(${sql.ref(of)}.is_judged or ${sql.ref(of)}.flaps_until is not null)`

async function countSims(db: Db, view: View, companyIds: readonly number[]) {
  const { isWrong, isNotAsked } = simWordSql
  const apart = simStateSql(view, sql`kept_apart.thing_id`)
  const { rows } = await sql<Counted<SimCounts>>`
    select company_id as "companyId", sum(things)::integer as total, coalesce(sum(things) filter (where is_wrong), 0)::integer as wrong,
      coalesce(sum(things) filter (where is_not_asked), 0)::integer as "notAsked", (
        select min(at) from thing_state where thing_state.company_id = counted.company_id and thing_kind = 'sim') as oldest
    from (
      select company_id, things, ${isWrong} as is_wrong, ${isNotAsked} as is_not_asked
      from state_count as kept where company_id ${wanted(companyIds)} and thing_kind = 'sim'
      union all
      select kept.company_id, 1, ${apart.isWrong}, ${apart.isNotAsked}
      from thing_state as kept_apart ${apart.joins}
      where kept_apart.company_id ${wanted(companyIds)} and kept_apart.thing_kind = 'sim' and ${isApart('kept_apart')}) as counted
    group by company_id`.execute(db)
  return new Map(rows.map((row) => [row.companyId, row]))
}

async function countPanels(db: Db, view: View, companyIds: readonly number[]) {
  const { state, isElsewhere, isAsked, at, joinContainer } = panelWordSql(view)
  const apart = panelStateSql(view, sql`kept_apart.thing_id`)
  const { rows } = await sql<Counted<PanelCounts>>`
    select company_id as "companyId", sum(things)::integer as total,
      coalesce(sum(things) filter (where state = any(${[...wrongPanelStates]}::text[]) or is_found or is_elsewhere), 0)::integer as wrong,
      coalesce(sum(things) filter (where is_not_asked), 0)::integer as "notAsked",
      coalesce(sum(things) filter (where state = 'silent'), 0)::integer as silent,
      coalesce(sum(things) filter (where is_elsewhere), 0)::integer as "otherEnvironment", min(said_at) filter (where things <> 0) as oldest
    from (
      select company_id, things, ${state} as state, ${isElsewhere} as is_elsewhere, not ${isAsked} as is_not_asked, false as is_found,
        ${at} as said_at
      from (
        select company_id, place, state, environment, is_asked, null::timestamptz as flaps_until, sum(things) as things
        from (
          select company_id, place, state, environment, is_asked, things
          from state_count where company_id ${wanted(companyIds)} and thing_kind = 'panel'
          union all
          select company_id, place, moved.state, environment, is_asked, moved.things
          from webconnect_missed join thing_state as kept on kept.thing_kind = 'panel' and kept.thing_id = cloud_id
          cross join lateral (values (kept.state, -1), ('not-connected', 1)) as moved (state, things)
          where company_id ${wanted(companyIds)} and is_asked and kept.state <> 'not-connected' and not ${isApart('kept')}) as cells
        group by 1, 2, 3, 4, 5) as kept ${joinContainer}
      union all
      select kept.company_id, 1, ${apart.state}, ${apart.isElsewhere}, ${apart.isNotAsked}, ${apart.isFound}, ${at}
      from thing_state as kept_apart ${apart.joins}
      where kept_apart.company_id ${wanted(companyIds)} and kept_apart.thing_kind = 'panel' and ${isApart('kept_apart')}) as counted
    group by company_id`.execute(db)
  return new Map(rows.map((row) => [row.companyId, row]))
}
