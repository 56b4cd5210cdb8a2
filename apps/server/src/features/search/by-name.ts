import { fewestLetters } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Asked } from './asked.ts'
import type { Candidate } from './source.ts'

/** A name that people type as they remember it, as SQL. */
interface Name {
  field: string
  from: string
  id: string
  /** As it is written. */
  value: string
  /** In small letters, with an index of trigrams where there are many. */
  key: string
  /** It is a description: nothing is found by it as whole as by a name. */
  isText?: boolean
  /** The text whose words are indexed; left out where parts are enough. */
  words?: string
}

const known = new WeakMap<Db, Promise<boolean>>()

/** Whether the database has pg_trgm: without it no name is found that is typed wrongly (docs/operations.md). */
function hasTrigrams(db: Db): Promise<boolean> {
  const asked =
    known.get(db) ??
    sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db).then(({ rows }) => rows.length > 0)
  known.set(db, asked)
  asked.catch(() => known.delete(db))
  return asked
}

/** What LIKE takes for itself. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Finds by a name: whole, its beginning, a part, words that begin so in any order, or one like it. */
export async function byName(db: Db, name: Name, asked: Asked, most: number): Promise<Candidate[]> {
  if (asked.name.length < fewestLetters) return []
  const key = sql.raw(name.key)
  const part = literally(asked.name)
  const select = (fits: RawBuilder<unknown>, how: RawBuilder<unknown>, likeness = sql`0::real`) => sql`
    (select ${sql.raw(name.id)}::text as id, ${sql.lit(name.field)} as field, ${sql.raw(name.value)} as value,
       ${how} as how, ${likeness} as likeness
     from ${sql.raw(name.from)} where ${fits} order by likeness desc, ${key} limit ${most})`
  const whole = sql`case when ${key} = ${asked.name} then 'exact'
    when ${key} like ${`${part}%`} then 'prefix' else 'part' end`
  const parts = [select(sql`${key} like ${`%${part}%`}`, name.isText ? sql`'part'` : whole)]
  if (name.words !== undefined && asked.words.length > 0) {
    const query = asked.words.map((word) => `${word}:*`).join(' & ')
    const text = sql.raw(name.words)
    parts.push(select(sql`to_tsvector('simple', ${text}) @@ to_tsquery('simple', ${query})`, sql`'part'`))
  }
  const mayBeSimilar = !asked.isIdentifier && !name.isText && asked.name.length > fewestLetters
  if (mayBeSimilar && (await hasTrigrams(db))) {
    const likeness = sql`similarity(${key}, ${asked.name})`
    const fits = sql`(${key} % ${asked.name} or ${key} %> ${asked.name})`
    parts.push(select(fits, sql`'similar'`, likeness))
  }
  const { rows } = await sql<Candidate>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
