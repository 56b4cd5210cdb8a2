import { fewestLetters } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Asked } from './asked.ts'
import type { Name } from './name.ts'
import { type Candidate, noActivity, within } from './source.ts'

/** Letters of a part within a name: an index of trigrams has no fewer. */
const fewestOfPart = 3
/** Among so many names from the first on, a part that most names have is found often enough. */
const earlyNames = 1_000
/** Of a rarer part so many are put in order at most. */
const mostOfPart = 5_000

const known = new WeakMap<Db, Promise<boolean>>()

/** Whether the database has pg_trgm: without it no name is found that is typed wrongly (docs/operations/postgresql.md). */
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

/**
 * Finds by a name: whole, its beginning, a part, words that begin so in any order, or where there is
 * none, one like it. In the order of names,
 * so that of a part that most of them have no more are read than are wanted.
 */
export async function byName(db: Db, name: Name, asked: Asked, most: number): Promise<Candidate[]> {
  // No one is called by a UUID, and its many trigrams would be looked for in vain.
  if (asked.name.length < fewestLetters || asked.uuid?.length === 36) return []
  // No email has a space.
  if (name.isEmail && asked.name.includes(' ')) return []
  return asked.lacking?.has(name) ? like(db, name, asked, most) : held(db, name, asked, most)
}

async function held(db: Db, name: Name, asked: Asked, most: number): Promise<Candidate[]> {
  const [key, from] = [sql.raw(name.key), sql.raw(name.from)]
  const columns = columnsOf(name)
  const select = (fits: RawBuilder<unknown>, how: RawBuilder<unknown>, among = from) => sql`
    (select ${columns}, ${how} as how, 0::real as likeness from ${among} where ${fits}
     order by (${key}) collate "C" limit ${most})`
  const how = sql`case when ${key} = ${asked.name} then 'exact' else 'prefix' end`
  const begins = name.isText ? sql`false` : within(sql`(${key})`, asked.name)
  const parts = [sql`select * from begins`]
  const early: RawBuilder<unknown>[] = []
  if (asked.name.length >= fewestOfPart) {
    const part = holds(name, asked.name)
    early.push(
      sql`early as materialized ${select(part, sql`'part'`, sql`(select * from ${from} order by (${key}) collate "C" limit ${earlyNames}) as ${from}`)}`,
    )
    // PostgreSQL cannot tell how rare a part is, and would walk along all names for it: they are put in order afterwards.
    const rare = sql`(select * from ${from} where ${part} and (select count(*) from begins) < ${most}
      and (select count(*) from early) < ${most} limit ${mostOfPart}) as ${from}`
    parts.push(sql`select * from early`, select(sql`true`, sql`'part'`, rare))
  }
  const query = wordsOf(asked)
  if (name.words !== undefined && query !== '') {
    const text = sql.raw(name.words)
    parts.push(select(sql`to_tsvector('simple', ${text}) @@ to_tsquery('simple', ${query})`, sql`'part'`))
  }
  const { rows } = await sql<Candidate>`
    with ${sql.join([sql`begins as materialized ${select(begins, how)}`, ...early])}
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.length > 0 ? rows : like(db, name, asked, most)
}

const columnsOf = ({ id, field, value, activity = noActivity }: Name) =>
  sql`${sql.raw(id)}::text as id, ${sql.lit(field)} as field, ${sql.raw(value)} as value, ${sql.raw(activity)} as activity`

/** As the index of words is asked. */
const wordsOf = ({ words }: Asked): string => words.map((word) => `${word}:*`).join(' & ')

/** It may be a remembered name, mistyped. */
export const mayBeLike = (name: Name, { name: typed, isIdentifier, isStrict }: Asked): boolean =>
  Boolean(name.isRemembered && !isIdentifier && !isStrict && typed.length >= fewestOfPart)

/** Where nothing is called so. */
async function like(db: Db, name: Name, asked: Asked, most: number): Promise<Candidate[]> {
  if (!mayBeLike(name, asked) || !(await hasTrigrams(db))) return []
  const key = sql.raw(name.key)
  // PostgreSQL takes a comparison by trigrams for cheap, though a thousand take milliseconds. The last condition always
  // holds; what it would cost for every row leads by the index.
  const similar = await sql<Candidate>`
    select ${columnsOf(name)}, 'similar' as how, similarity(${key}, ${asked.name}) as likeness from ${sql.raw(name.from)}
    where (${key} % ${asked.name} or ${key} %> ${asked.name}) and to_tsvector('simple', ${key}) is not null
    order by likeness desc, ${key} limit ${most}`.execute(db)
  return similar.rows
}

/** Whether a part of it is what was typed. */
function holds({ key, from, isEmail }: Name, typed: string): RawBuilder<unknown> {
  const column = sql.raw(key)
  const conditions = [sql`${column} like ${`%${literally(typed)}%`}`]
  const [before = '', after] = typed.split('@')
  if (isEmail && after !== undefined) {
    // What stands before an @ ends an email's first half: its trigrams would be many rows, and so would those of what follows.
    conditions.push(within(sql`reverse(split_part(${column}, '@', 1))`, [...before].reverse().join('')))
    // An email that there is, is a part of no other that is meant.
    conditions.push(
      sql`not exists (select 1 from ${sql.raw(from)} as other where (other.${column}) collate "C" = ${typed})`,
    )
  }
  return sql.join(conditions, sql` and `)
}

/**
 * Those of a list that no such name holds, neither as a part nor by its words: the others are looked up one by one. What
 * is too short to be a part counts as held.
 */
export async function lackedBy(db: Db, name: Name, list: readonly Asked[]): Promise<Asked[]> {
  const asked = list.filter((each) => each.name.length >= fewestOfPart)
  if (name.isEmail || asked.length === 0) return []
  const [key, from] = [sql.raw(name.key), sql.raw(name.from)]
  const words = sql`to_tsvector('simple', ${sql.raw(name.words ?? 'null::text')})`
  // Few are folded once for all lines.
  const [few, among, part, text] = name.isFew
    ? [
        sql`with few as materialized (select ${key} as part, ${words} as words from ${from})`,
        sql`few`,
        sql`part`,
        sql`words`,
      ]
    : [sql``, from, key, words]
  const { rows } = await sql<{ at: string }>`
    ${few} select at from unnest(${asked.map((each) => `%${literally(each.name)}%`)}::text[], ${asked.map(wordsOf)}::text[])
      with ordinality as asked (pattern, query, at)
    where not exists (select from ${among} where ${part} like pattern)
      and not exists (select from ${among} where ${text} @@ to_tsquery('simple', nullif(query, '')))`.execute(
    db,
  )
  return rows.flatMap(({ at }) => asked[Number(at) - 1] ?? [])
}
