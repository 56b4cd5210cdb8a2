import { type RawBuilder, sql } from 'kysely'

/**
 * Who saves, creates or reserves a company waits until the lines are written, and the lines wait for anyone who does so
 * already, in this order. So nothing that was saved meanwhile is undone where a file does not speak of it.
 */
export const holdCompanies = sql`lock table company_reservation, company in exclusive mode`

/**
 * For `judge`: a dry run writes no companies, so one that stands in a file of the same import counts as there. Each line
 * looks its company up by itself: as a join, PostgreSQL may read all companies of the import for every line.
 */
export const companyOfThisImport = (staged: 'import_sims' | 'import_panels' | 'import_users') => sql`
  update ${sql.id(staged)} as line set fault_column = null
  where line.fault_column = 'sapCompanyId'
    and (select true from import_seen where kind = 'companies' and key = bare_number(line.sap_company_id))`

/** `changes`: the words of those columns in which the line (`new`) differs from what is kept (`old`). */
export function differing(words: Record<string, string>): RawBuilder<unknown> {
  const cases = Object.entries(words).map(
    ([column, word]) =>
      sql`case when ${sql.ref(`old.${column}`)} is distinct from ${sql.ref(`new.${column}`)} then ${sql.lit(word)} end`,
  )
  return sql`array_remove(array[${sql.join(cases)}]::text[], null)`
}

/**
 * For `on conflict … do update set`: the columns that the file speaks of. The others keep what they are by then, which
 * may be newer than what the line was judged by.
 */
export function updates(spokenOf: Record<string, boolean>): RawBuilder<unknown> {
  const columns = Object.keys(spokenOf).filter((column) => spokenOf[column])
  return sql.join([
    ...columns.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`),
    sql`update_date = now()`,
  ])
}
