import { type RawBuilder, sql } from 'kysely'

/** `changes`: the words of those columns in which the line (`new`) differs from what is kept (`old`). */
export function differing(words: Record<string, string>): RawBuilder<unknown> {
  const cases = Object.entries(words).map(
    ([column, word]) =>
      sql`case when ${sql.ref(`old.${column}`)} is distinct from ${sql.ref(`new.${column}`)} then ${sql.lit(word)} end`,
  )
  return sql`array_remove(array[${sql.join(cases)}]::text[], null)`
}
