import { type RawBuilder, sql } from 'kysely'

/**
 * Who saves, creates or reserves a company waits until the lines are written, and the lines wait for whoever does so
 * already, in this order. So nothing that was saved meanwhile is undone where a file does not speak of it.
 */
export const holdCompanies = sql`lock table company_reservation, company in exclusive mode`

/** `changes`: the words of those columns in which the line (`new`) differs from what is kept (`old`). */
export function differing(words: Record<string, string>): RawBuilder<unknown> {
  const cases = Object.entries(words).map(
    ([column, word]) =>
      sql`case when ${sql.ref(`old.${column}`)} is distinct from ${sql.ref(`new.${column}`)} then ${sql.lit(word)} end`,
  )
  return sql`array_remove(array[${sql.join(cases)}]::text[], null)`
}
