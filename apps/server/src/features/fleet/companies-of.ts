import { type FleetFilter, factRights, mostFleetCompanies } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from '../states/index.ts'
import { matchingSql, membersSql } from './members.ts'

export interface OfCompany {
  companyId: number
  name: string
  things: number
}

/**
 * What a list can be narrowed to: the companies of what would match without the filter's own, the most things first. With them
 * those that the filter names, so that they have a name where nothing of theirs matches; only for who may read companies.
 */
export async function companiesOf(db: Db, view: View, filter: FleetFilter): Promise<OfCompany[]> {
  const filterWithoutCompanies = { ...filter, company: undefined, not: { ...filter.not, company: undefined } }
  const named = view.may(factRights.company) ? [...(filter.company ?? []), ...(filter.not.company ?? [])] : []
  // What each is put down to matters only where the list is narrowed by it.
  const things = filter.cause
    ? membersSql(view, filterWithoutCompanies)
    : sql`${matchingSql(view, filterWithoutCompanies)}, member as (select * from matching where place = 1)`
  const { rows } = await sql<OfCompany>`
    with ${things},
    counted as materialized (
      select company_id as id, count(*)::integer as things from member where company_id is not null group by 1),
    most as (select id, things from counted order by things desc, id limit ${mostFleetCompanies}),
    told as (
      select id, things from most
      union select named, coalesce(things, 0) from unnest(${named}::integer[]) as named left join counted on id = named)
    select company.id as "companyId", name, things from told join company using (id) order by things desc, name`.execute(
    db,
  )
  return rows
}
