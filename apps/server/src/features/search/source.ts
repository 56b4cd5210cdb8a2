import type {
  FoundThing,
  IdentifiedKind,
  Permission,
  SearchFact,
  SearchHow,
  SearchKind,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { View } from '../states/index.ts'
import type { Asked } from './asked.ts'
import type { Name } from './name.ts'

/** A thing that fits what was asked, by one of its identifiers. */
export interface Candidate {
  id: string
  /** Which form of identifier fits, and all of it as it is known. */
  field: string
  value: string
  how: SearchHow
  /** How like it is, of 'similar': more is better. */
  likeness?: number
  /** When something last happened to it, for the order of equal hits; null: not known. */
  activity: Date | null
  /** Who said so, where no inventory of ours does. */
  observed?: { source: string; firstSeen: string; lastSeen: string }
}

/** What there is to say of a thing. */
export type Described = Pick<FoundThing, 'title' | 'facts'> & Partial<Pick<FoundThing, 'state'>>

/** Where things of a kind are found. A new kind is one of these, and an entry in the contract's table of identifiers. */
export interface Source<Kind extends SearchKind = SearchKind> {
  kind: Kind
  /** Where the table of identifiers has it as another kind: whose rights and page are its own. */
  as?: IdentifiedKind
  /** Neighbours tell identifiers of it (observations). */
  isObserved?: boolean
  /** By which it is found; few are in most lines of a list. */
  names?: readonly Name[]
  /** At most so many by each form of identifier that the reader may read (D45). */
  find(db: Db, asked: Asked, most: number, may: May): Promise<Candidate[]>
  /** Those of them that there are, by their identifiers, with what the reader may be told of each. */
  describe(db: Db, ids: readonly string[], view: View): Promise<Map<string, Described>>
}

/** A source as one reader may ask it. */
export interface Readable extends Pick<Source, 'kind' | 'as' | 'isObserved' | 'names'> {
  may: May
  find(db: Db, asked: Asked, most: number): Promise<Candidate[]>
  describe(db: Db, ids: readonly string[]): Promise<Map<string, Described>>
}

/** One identifier of a kind of thing: the columns that have it, as SQL, each with its indexes. */
export interface Key {
  field: string
  /** What of the question may stand in it, in its normal form. */
  read: (asked: Asked) => string | undefined
  from: string
  id: string
  /** The column of the time when something last happened to it; left out where there is none. */
  activity?: string
  /** As people see it; the key itself where left out. */
  value?: string
  /** The normal form, indexed in the order of bytes. */
  key: string
  /** `whole`: it alone has an index for equality. */
  by?: 'whole' | 'beginning' | 'both ends'
  /** Further condition. */
  where?: string
  /** What it takes to read it, where it is more than the kind of thing does. */
  right?: Permission
}

/** Finds by identifiers that the reader may read: those that begin or end with what was asked, each by its index. */
export async function byKeys(
  db: Db,
  keys: readonly Key[],
  asked: Asked,
  most: number,
  may: May,
): Promise<Candidate[]> {
  const parts = keys.flatMap((each) => {
    const read = each.right && !may(each.right) ? undefined : each.read(asked)
    return read === undefined ? [] : statements(each, read, most)
  })
  if (parts.length === 0) return []
  const { rows } = await sql<Candidate>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

function statements({ by = 'both ends', ...each }: Key, read: string, most: number): RawBuilder<unknown>[] {
  const [from, id, key] = [sql.raw(each.from), sql.raw(each.id), sql.raw(each.key)]
  const value = sql.raw(each.value ?? each.key)
  const activity = sql.raw(each.activity ?? noActivity)
  const where = sql.raw(each.where ? `and ${each.where}` : '')
  const select = (how: RawBuilder<unknown>, fits: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select ${id}::text as id, ${sql.lit(each.field)} as field, ${value}::text as value, ${how} as how,
       ${activity} as activity from ${from} where ${fits} ${where} ${order} limit ${most})`
  if (by === 'whole') return [select(sql`'exact'`, sql`${key} = ${read}`, sql``)]
  const how = sql`case when ${key} = ${read} then 'exact' else 'prefix' end`
  const begins = select(how, within(sql`(${key})`, read), sql`order by (${key}) collate "C"`)
  if (by === 'beginning') return [begins]
  const backwards = [...read].reverse().join('')
  const ends = sql`reverse(${key})`
  const other = sql`${within(ends, backwards)} and ${key} <> ${read}`
  return [begins, select(sql`'suffix'`, other, sql`order by ${ends} collate "C"`)]
}

/** For a statement of things that have no time. */
export const noActivity = 'null::timestamptz'

/** As a B-tree in the order of bytes finds it; no identifier has a character beyond U+FFFF. */
export const within = (key: RawBuilder<unknown>, begin: string) =>
  sql`${key} collate "C" >= ${begin} and ${key} collate "C" < ${`${begin}\uffff`}`

/** The facts that there are. */
export const factsOf = (facts: { [Name in SearchFact]?: string | null | undefined }) =>
  Object.entries(facts).flatMap(([name, value]) => (value ? [{ name: name as SearchFact, value }] : []))
