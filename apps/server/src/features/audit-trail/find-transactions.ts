import { type Call, calls } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import { pageQuery, searchQuery } from '../../platform/audit/search-words.ts'
import type { InstantRange } from '../../platform/local-time.ts'
import { type Account, isOfAccounts } from './accounts.ts'
import type { BoundedReads } from './bounded-reads.ts'

/** What one entry of a transaction must fit, all of it (2.12). */
export interface Wanted {
  range: InstantRange
  /** In any case. */
  email?: string | undefined
  /** A screen's title, exactly. */
  page?: string | undefined
  /** Free text: each word begins a word of the entry, or ends an id. */
  text?: string | undefined
  /** Whose entries do not count (D20). */
  robot?: string | undefined
  /** Only the server's entries about changes, made, refused or failed. */
  changesOnly?: boolean | undefined
  /** Theirs alone, whatever e-mail an entry bears. */
  accounts?: readonly Pick<Account, 'issuer' | 'subject'>[] | undefined
  /** Routes whose entries do not count. */
  without?: readonly string[] | undefined
}

const routesWhere = (isMeant: (call: Call) => boolean): readonly string[] =>
  Object.values(calls as Record<string, Call>)
    .filter((call) => call.method !== 'GET' && isMeant(call))
    .map(({ method, path }) => `${method} ${path}`)

/** Calls that leave an entry of the server though they change nothing. */
export const looking = routesWhere(({ audit }) => audit?.changesNothing === true)

/** What changes only the caller's own screens. */
export const ownMatters = routesWhere(({ audit }) => audit?.isOwnMatter === true)

/** What a neighbour reports: of no person, and part of the act that it answers. */
export const reports = routesWhere(({ access, audit }) => access === 'neighbour' && !audit?.changesNothing)

/** An entry of the server about a change, made, refused or failed. */
export const isChange = sql<boolean>`source = 'server' and route not like 'GET %' and route <> all(${looking}::text[])`

export interface FoundTransaction {
  transactionId: string
  /** Of its newest entry that fits. */
  at: Date
}

/** How many entries are looked at in one statement: at first, and at most; after the first as many as what is left seems to need. */
export interface Windows {
  first: number
  largest: number
}
const usualWindows: Windows = { first: 20_000, largest: 320_000 }

/** From this share of the entries on that fit, the newest ones are found sooner by their time than by their words. */
const dense = 0.1

/** A place in the order of the entries, newest first: what comes next is older. */
interface Place {
  /** ISO 8601 in UTC, in microseconds. */
  at: string
  id: number
}

interface FoundRow {
  transaction_id: string
  at: Date
}

/**
 * The transactions of which an entry fits, by their newest one, newest first, at most `limit`.
 *
 * Neither way alone is quick for all searches, and PostgreSQL's guess of how many entries have a word is too rough to
 * leave it the choice: by time, a rare word is found only after all entries were looked at; by the index of words, a
 * common one is found a million times. So the newest entries are looked at by time, and where few of them fit, the rest
 * is searched by words, some months at a time.
 */
export async function findTransactions(
  reads: BoundedReads,
  wanted: Wanted,
  limit: number,
  windows = usualWindows,
): Promise<FoundTransaction[]> {
  const found = new Map<string, FoundTransaction>()
  const keep = (rows: readonly FoundRow[]) => {
    for (const { transaction_id: transactionId, at } of rows) {
      if (found.size === limit) return
      if (!found.has(transactionId)) found.set(transactionId, { transactionId, at })
    }
  }
  const from = wanted.range.from?.toISOString() ?? '-infinity'
  let place: Place = { at: wanted.range.before?.toISOString() ?? 'infinity', id: 0 }
  const hasWords = wanted.text !== undefined || wanted.page !== undefined
  for (let size = windows.first, all = 0; ; ) {
    const { rows, looked, fitting, last } = await lookByTime(reads, wanted, { from, place, size, limit })
    keep(rows)
    if (found.size === limit || looked < size || !last) return [...found.values()]
    place = last
    all += looked
    // What is left seems to need so many, with a little more, so that it does not take one more statement.
    const rest =
      found.size === 0 ? windows.largest : Math.ceil((1.1 * all * (limit - found.size)) / found.size)
    size = Math.min(Math.max(rest, Math.ceil(windows.first / 4)), 2 * size, windows.largest)
    if (hasWords && fitting < looked * dense) break
  }
  const oldest = await oldestEntry(reads, from)
  // What is of the oldest time itself, too: a window may have ended between entries of one time.
  for (let months = 1; oldest && Date.parse(place.at) >= oldest.getTime(); months *= 2) {
    const begin = new Date(Math.max(beginOf(place.at, months), oldest.getTime())).toISOString()
    keep(await lookByWords(reads, wanted, { from: begin, place, limit }))
    if (found.size === limit || Date.parse(begin) === oldest.getTime()) break
    place = { at: begin, id: 0 }
  }
  return [...found.values()]
}

/** The beginning of the month, in UTC as the partitions are, that ends at or holds this time, or of one some months before. */
function beginOf(at: string, months: number): number {
  const within = new Date(Date.parse(at) - 1)
  return Date.UTC(within.getUTCFullYear(), within.getUTCMonth() - (months - 1))
}

interface Stretch {
  from: string
  place: Place
  limit: number
}

/** Looks at the next `size` entries, whether they fit or not. */
async function lookByTime(
  reads: BoundedReads,
  wanted: Wanted,
  { from, place, size, limit }: Stretch & { size: number },
): Promise<{ rows: FoundRow[]; looked: number; fitting: number; last: Place | undefined }> {
  const rows = await reads.read<{
    looked: number
    fitting: number
    last_at: string | null
    last_id: number | null
    transaction_id: string | null
    newest: Date | null
  }>(sql`
    with looked as materialized (
      select transaction_id, at, id, ${fits(wanted)} as fits from user_action
      where ${within(wanted, from, place)} order by at desc, id desc limit ${size}),
    found as (
      select transaction_id, max(at) as newest, max(id) as newest_id from looked where fits
      group by transaction_id order by newest desc, newest_id desc limit ${limit}),
    edge as (select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_at, id as last_id from looked order by at, id limit 1),
    counts as (select count(*) as looked, count(*) filter (where fits) as fitting from looked)
    select looked, fitting, last_at, last_id, transaction_id, newest
    from counts left join edge on true left join found on true
    order by newest desc nulls last, newest_id desc`)
  const [first] = rows
  const { looked = 0, fitting = 0, last_at: at = null, last_id: id = null } = first ?? {}
  return {
    rows: rows.flatMap(({ transaction_id, newest }) =>
      transaction_id !== null && newest !== null ? [{ transaction_id, at: newest }] : [],
    ),
    looked,
    fitting,
    last: at !== null && id !== null ? { at, id } : undefined,
  }
}

/** All of a stretch that fits: without a limit inside, so that the index of words is what there is to choose. */
function lookByWords(
  reads: BoundedReads,
  wanted: Wanted,
  { from, place, limit }: Stretch,
): Promise<FoundRow[]> {
  return reads.read<FoundRow>(sql`
    with found as materialized (
      select transaction_id, at, id from user_action
      where ${within(wanted, from, place)} and ${fits(wanted)})
    select transaction_id, max(at) as at from found
    group by transaction_id order by max(at) desc, max(id) desc limit ${limit}`)
}

/** The oldest entry from `from` on. */
async function oldestEntry(reads: BoundedReads, from: string): Promise<Date | undefined> {
  const [row] = await reads.read<{ at: Date }>(sql`
    select at from user_action where at >= ${from}::timestamptz order by at, id limit 1`)
  return row?.at
}

/** What an index keeps in the order of time. */
function within({ email }: Wanted, from: string, place: Place): RawBuilder<boolean> {
  // The pair alone would not tell PostgreSQL which months it can leave out.
  const time = sql<boolean>`at >= ${from}::timestamptz and at <= ${place.at}::timestamptz
    and (at, id) < (${place.at}::timestamptz, ${place.id}::bigint)`
  return email === undefined ? time : sql<boolean>`${time} and lower(email) = lower(${email})`
}

function fits({ page, text, robot, changesOnly, accounts, without }: Wanted): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = []
  const words = [text === undefined ? undefined : searchQuery(text), page && pageQuery(page)].filter(Boolean)
  if (words.length > 0) conditions.push(sql`words @@ ${words.join(' & ')}::tsquery`)
  if (page !== undefined) conditions.push(sql`activity = ${page}`)
  if (robot !== undefined) conditions.push(sql`lower(email) <> lower(${robot})`)
  if (changesOnly) conditions.push(isChange)
  if (accounts) conditions.push(isOfAccounts(accounts))
  if (without) conditions.push(sql`route <> all(${without}::text[])`)
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`
}
