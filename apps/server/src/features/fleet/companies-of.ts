import { type FleetFilter, factRights, mostFleetCompanies } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from '../states/index.ts'
import { conditions, joinKnown } from './filter.ts'

export interface OfCompany {
  companyId: number
  name: string
  findings: number
}

/**
 * What a list can be narrowed to: the companies of what would match without the filter's own, the most findings first. With them
 * those that the filter names, so that they have a name where nothing of theirs matches; only for who may read companies.
 */
export async function companiesOf(db: Db, view: View, filter: FleetFilter): Promise<OfCompany[]> {
  const filterWithoutCompanies = { ...filter, company: undefined, not: { ...filter.not, company: undefined } }
  const named = view.may(factRights.company) ? [...(filter.company ?? []), ...(filter.not.company ?? [])] : []
  const { rows } = await sql<OfCompany>`
    with counted as materialized (
      select it.company_id as id, count(*)::integer as findings from fleet_finding as it ${joinKnown}
      where it.company_id is not null and ${conditions(view, filterWithoutCompanies)} group by 1),
    most as (select id, findings from counted order by findings desc, id limit ${mostFleetCompanies}),
    told as (
      select id, findings from most
      union select named, coalesce(findings, 0) from unnest(${named}::integer[]) as named left join counted on id = named)
    select company.id as "companyId", name, findings from told join company using (id) order by findings desc, name`.execute(
    db,
  )
  return rows
}
