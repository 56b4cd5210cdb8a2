import { type CompanyState, factRights, type PanelCounts, type SimCounts } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { panelStateSql } from './panel-state.ts'
import { simStateSql } from './sim-state.ts'
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
  const none = { total: 0, wrong: 0, notAsked: 0, oldest: null }
  return new Map(
    companyIds.map((id) => [
      id,
      stateOf(
        sims && (sims.get(id) ?? { ...none, companyId: id }),
        panels && (panels.get(id) ?? { ...none, companyId: id, silent: 0, otherEnvironment: 0 }),
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

async function countSims(db: Db, view: View, companyIds: readonly number[]) {
  const { at, isWrong, isNotAsked, joins } = simStateSql(view)
  const { rows } = await sql<Counted<SimCounts>>`
    select company_id as "companyId", count(*)::integer as total, count(*) filter (where ${isWrong})::integer as wrong,
      count(*) filter (where ${isNotAsked})::integer as "notAsked", min(${at}) as oldest
    from sim ${joins} where company_id = any(${companyIds}::integer[]) group by company_id`.execute(db)
  return new Map(rows.map((row) => [row.companyId, row]))
}

async function countPanels(db: Db, view: View, companyIds: readonly number[]) {
  const { isWrong, isNotAsked, isSilent, isElsewhere, joins } = panelStateSql(view)
  const { rows } = await sql<Counted<PanelCounts>>`
    select company_id as "companyId", count(*)::integer as total, count(*) filter (where ${isWrong})::integer as wrong,
      count(*) filter (where ${isNotAsked})::integer as "notAsked", count(*) filter (where ${isSilent})::integer as silent,
      count(*) filter (where ${isElsewhere})::integer as "otherEnvironment", min(seen.said_at) as oldest
    from panel ${joins} where company_id = any(${companyIds}::integer[]) group by company_id`.execute(db)
  return new Map(rows.map((row) => [row.companyId, row]))
}
