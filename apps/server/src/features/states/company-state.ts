import {
  type CompanyState,
  factRights,
  type PanelCounts,
  type SimCounts,
  wrongPanelStates,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { panelStateSql } from './panel-state.ts'
import { simStateSql } from './sim-state.ts'
import { simCountsMs, type View } from './view.ts'

type Counted<Counts> = Counts & { companyId: number; oldest: Date | null }

/**
 * What companies have that is wrong, and that was never asked, as far as the reader may read either.
 * @param most how many SIMs, and panels, of each company are counted; null: all of them
 */
export async function companyStatesOf(
  db: Db,
  view: View,
  companyIds: readonly number[],
  most: number | null = null,
): Promise<Map<number, CompanyState>> {
  const [sims, panels] = await Promise.all([
    view.may(factRights.simsOfCompany) ? countSims(db, view, companyIds, most) : null,
    view.may(factRights.panelsOfCompany) ? countPanels(db, view, companyIds, most) : null,
  ])
  const noCounts = { total: 0, wrong: 0, notAsked: 0, oldest: null }
  return new Map(
    companyIds.map((id) => [
      id,
      stateOf(
        sims && (sims.get(id) ?? { ...noCounts, companyId: id }),
        panels && (panels.get(id) ?? { ...noCounts, companyId: id, silent: 0, otherEnvironment: 0 }),
        view,
        most,
      ),
    ]),
  )
}

/** As old as the oldest word that it rests on. Not known where nothing is wrong among those counted, and more are left. */
function stateOf(
  sims: Counted<SimCounts> | null,
  panels: Counted<PanelCounts> | null,
  { now }: View,
  most: number | null,
): CompanyState {
  const parts = [sims, panels].filter((part) => part !== null)
  const sum = (of: 'total' | 'wrong' | 'notAsked') => parts.reduce((all, part) => all + part[of], 0)
  const [at = null] = parts.flatMap(({ oldest }) => oldest?.toISOString() ?? []).sort()
  const isAtLeast = most !== null && parts.some(({ total }) => total >= most)
  const isFresh =
    !isAtLeast && at !== null && sum('notAsked') === 0 && now.getTime() - Date.parse(at) <= simCountsMs
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
      isAtLeast,
    },
  }
}

async function countSims(db: Db, view: View, companyIds: readonly number[], most: number | null) {
  const { at, isWrong, isNotAsked, joins } = simStateSql(view)
  const { rows } = await sql<Counted<SimCounts>>`
    select company_id as "companyId", count(*)::integer as total, count(*) filter (where ${isWrong})::integer as wrong,
      count(*) filter (where ${isNotAsked})::integer as "notAsked", min(${at}) as oldest
    from ${firstOf('sim', companyIds, most)} ${joins} group by company_id`.execute(db)
  return new Map(rows.map((row) => [row.companyId, row]))
}

async function countPanels(db: Db, view: View, companyIds: readonly number[], most: number | null) {
  const { state, isNotAsked, isFound, isElsewhere, joins } = panelStateSql(view)
  const { rows } = await sql<Counted<PanelCounts>>`
    select company_id as "companyId", count(*)::integer as total,
      count(*) filter (where state = any(${[...wrongPanelStates]}::text[]) or is_found or is_elsewhere)::integer as wrong,
      count(*) filter (where is_not_asked)::integer as "notAsked", count(*) filter (where state = 'silent')::integer as silent,
      count(*) filter (where is_elsewhere)::integer as "otherEnvironment", min(said_at) as oldest
    from (
      select company_id, ${state} as state, seen.said_at, ${isNotAsked} as is_not_asked, ${isElsewhere} as is_elsewhere,
        ${isFound} as is_found
      from ${firstOf('panel', companyIds, most)} ${joins} offset 0) as each
    group by company_id`.execute(db)
  return new Map(rows.map((row) => [row.companyId, row]))
}

/** The first things of each company, by its index; under the name of their table, whose columns a state is made of. */
const firstOf = (table: 'sim' | 'panel', companyIds: readonly number[], most: number | null) =>
  most === null
    ? sql`(select * from ${sql.table(table)} where company_id = any(${companyIds}::integer[])) as ${sql.table(table)}`
    : sql`unnest(${companyIds}::integer[]) as wanted (id) cross join lateral (
        select * from ${sql.table(table)} where company_id = wanted.id limit ${most}) as ${sql.table(table)}`
