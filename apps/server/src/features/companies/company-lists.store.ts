import { companyPageRows, mostChosen } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { mayBeTold } from '../../platform/observations/observations.store.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { View } from '../states/index.ts'

/** A list of what a company has. `Row` as the database gives it. */
export interface CompanyList<Row, Filter, Sort extends string> {
  table: 'sim' | 'panel' | 'remote_user'
  /** The main identifier's column, by which rows that are otherwise alike are in order. */
  id: keyof Row & string
  /**
   * All rows of the company, with every column that is shown, sorted or filtered by. What a column needs beside its own row
   * is left-joined by a key, an aggregate that is, or a subselect of that column, so that the database leaves it alone where no one asks for it.
   */
  rows: (companyId: number, view: View) => RawBuilder<Row>
  /** What a row must fulfil, of the columns of `rows`: none but those that the reader may read decides (D45). */
  conditions: (filter: Filter, companyId: number, may: May) => RawBuilder<unknown>[]
  sorts: Readonly<Record<Sort, keyof Row & string>>
}

interface Asked<Filter, Sort> {
  companyId: number
  view: View
  filter: Filter
  sort: Sort
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
}

interface Counts {
  total: number
  matches: number
  ids: string[] | null
}

const where = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `)

/**
 * A page, the counts and the identifiers of all that match, in one statement: they fit each other. All rows are read for the
 * count, of each only what decides whether it matches and where it stands; the rest is read for the page.
 */
export function pageQuery<Row, Filter, Sort extends string>(
  list: CompanyList<Row, Filter, Sort>,
  { companyId, view, filter, sort, order = 'asc', page = 1 }: Asked<Filter, Sort>,
): RawBuilder<Counts & { [Column in keyof Row]: Row[Column] | null }> {
  const id = sql.ref(list.id)
  const direction = sql.raw(order)
  const sorted = sql`sorted_by ${direction} nulls last, ${sql.ref(`matching.${list.id}`)} ${direction}`
  return sql`
    with matching as materialized (
        select ${id}, ${sql.ref(list.sorts[sort])} as sorted_by from (${list.rows(companyId, view)}) as listed
        where ${where(list.conditions(filter, companyId, view.may))}),
      counted as (select count(*)::integer as matches from matching),
      page as materialized (
        select * from matching order by ${sorted} limit ${companyPageRows} offset ${(page - 1) * companyPageRows})
    select (select count(*)::integer from ${sql.table(list.table)} where company_id = ${companyId}) as total, matches,
      case when matches <= ${mostChosen}
        then (select coalesce(json_agg(${id} order by ${sorted}), '[]') from matching) end as ids,
      shown.*
    from counted left join (
      select listed.*, sorted_by from page as matching join (${list.rows(companyId, view)}) as listed using (${id})) as shown on true
    order by sorted_by ${direction} nulls last, ${id} ${direction}`
}

export async function readPage<Row, Filter, Sort extends string>(
  db: Db,
  list: CompanyList<Row, Filter, Sort>,
  asked: Asked<Filter, Sort>,
): Promise<Counts & { rows: Row[] }> {
  const { rows } = await pageQuery(list, asked).execute(db)
  const { total = 0, matches = 0, ids = [] } = rows[0] ?? {}
  // A page without rows is one row of counts.
  return { total, matches, ids, rows: rows.filter((row) => row[list.id] !== null) as Row[] }
}

const rowsAtOnce = 1_000

export interface ToSave<Filter> {
  companyId: number
  view: View
  filter: Filter
  /** Of these only. */
  among?: readonly string[]
}

/** A part of all that match, by their identifiers. */
export const partQuery = <Row, Filter>(
  list: CompanyList<Row, Filter, string>,
  { companyId, view, filter, among, after }: ToSave<Filter> & { after: string },
): RawBuilder<Row> => sql`
  select * from (${list.rows(companyId, view)}) as listed
  where ${where([
    ...list.conditions(filter, companyId, view.may),
    ...(among ? [sql`${sql.ref(list.id)} = any(${[...among]}::text[])`] : []),
    sql`${sql.ref(list.id)} > ${after}`,
  ])}
  order by ${sql.ref(list.id)} limit ${rowsAtOnce}`

/** All that match, read part by part as they are taken. */
export async function* readAll<Row, Filter>(
  db: Db,
  list: CompanyList<Row, Filter, string>,
  asked: ToSave<Filter>,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const { rows } = await partQuery(list, { ...asked, after }).execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = String(last[list.id])
  }
}

/** Whether an identifier that a source told of the thing holds the part, which has no gaps and no capitals. */
export const isToldOf = (kind: 'sim' | 'panel', id: string, part: string, may: May) => sql`exists (
  select from observed_identifier as told
  where told.thing_kind = ${kind} and told.thing_id = ${sql.ref(id)} and ${mayBeTold(may, sql`told.source`)}
    and strpos(replace(lower(told.form), '-', ''), ${part}) > 0)`
