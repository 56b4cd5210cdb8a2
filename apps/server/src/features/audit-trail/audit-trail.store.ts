import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { type BoundedReads, boundedReads } from './bounded-reads.ts'
import type { FoundTransaction } from './find-transactions.ts'

/** One entry as the screen shows it. */
export interface StoredEntry {
  transactionId: string
  subTransactionId: string | null
  source: 'console' | 'server'
  email: string
  activity: string
  message: string
  object: string
  result: string
  detail: string
  at: Date
}

/**
 * A transaction's entries: the main row first (D18), then the others as they were entered. Anybody who is signed in may
 * claim something under a transaction id that they have seen, so a claim is the main row only where it is by whom the server
 * met first, if it met anybody (R38).
 */
export interface StoredAction {
  main: StoredEntry
  others: StoredEntry[]
  /** Entries beyond these. */
  more: number
}

export interface Actions {
  /** In the order of the transactions asked for; fewer than those where they were too large together. */
  actions: StoredAction[]
  /** How much they hold, as `mostSize` counts it. */
  size: number
}

/**
 * An entry of a transaction lies at most so far from any other: the browser delivers its claim up to 30 days late (D18).
 */
const longestTransaction = '32 days'

/** Milliseconds that one transaction is looked for. */
const longestLook = 10_000

/** What an entry costs beside its texts, in bytes. */
const sizeOfEntry = 300

type Row = StoredEntry & { id: number; face: boolean; entries: number; size: number }

/**
 * Reads what belongs to some transactions: of each at most `mostEntries` entries, the main row first, and then the
 * console's before the server's, and
 * of all together as many as `mostSize` bytes hold (at least one entry).
 */
export async function readActions(
  reads: BoundedReads,
  transactions: readonly (FoundTransaction | { transactionId: string; at: null })[],
  { mostEntries, mostSize }: { mostEntries: number; mostSize: number },
): Promise<Actions> {
  const ids = transactions.map((each) => each.transactionId)
  const times = transactions.map((each) => each.at?.toISOString() ?? null)
  // In the order of user_action_by_transaction: PostgreSQL takes a transaction's bounds in time, which it cannot see, for
  // so narrow that it would gather a whole month by them, and takes every transaction for too small to need its limit.
  const inTime = sql`at >= coalesce(wanted.at - ${longestTransaction}::interval, '-infinity')
          and at <= coalesce(wanted.at + ${longestTransaction}::interval, 'infinity')`
  const fields = sql`id, at, source, sub_transaction_id, email, activity, message, object, result, detail`
  const statement = sql`
    with entry as (
      select wanted.place, wanted.transaction_id, entry.*, entry.id is not distinct from face.id as face,
        octet_length(message) + octet_length(object) + octet_length(detail) + ${sizeOfEntry}::int as size
      from unnest(${ids}::uuid[], ${times}::timestamptz[]) with ordinality as wanted (transaction_id, at, place)
      left join lateral (
        select issuer, subject, id from user_action
        where transaction_id = wanted.transaction_id and source = 'server' and ${inTime}
        order by source, id limit 1) as server on true
      left join lateral (
        select id from user_action
        where transaction_id = wanted.transaction_id and source = 'console' and ${inTime}
          and (server.id is null or (issuer = server.issuer and subject = server.subject))
        order by source, id limit 1) as claim on true
      cross join lateral (
        select coalesce(claim.id, server.id) as id, case when claim.id is null then 'server' else 'console' end as source
      ) as face
      cross join lateral (
        select * from (
          (select ${fields} from user_action
            where transaction_id = wanted.transaction_id and source = face.source and id = face.id and ${inTime} limit 1)
          union all
          (select ${fields} from user_action
            where transaction_id = wanted.transaction_id and id <> face.id and ${inTime}
            order by source, id limit ${mostEntries - 1})) as of_transaction) as entry),
    summed as (
      select entry.*, count(*) over (partition by place) as entries,
        sum(size) over (order by place, face desc, source, id rows unbounded preceding) - size as size_before
      from entry)
    select transaction_id as "transactionId", sub_transaction_id as "subTransactionId", source, email,
      activity, message, object, result, detail, at, id, face, entries, size
    from summed where size_before < ${mostSize}::bigint order by place, face desc, source, id`
  const rows = await reads.read<Row>(statement, { inOrder: true })
  const counts = await countEntries(reads, rows, mostEntries)
  const actions: StoredAction[] = []
  for (const of of Map.groupBy(rows, (row) => row.transactionId).values()) {
    const [main, ...others] = of
    if (!main) continue
    const all = counts.get(main.transactionId) ?? main.entries
    actions.push({ main, others: others.sort((a, b) => a.id - b.id), more: all - of.length })
  }
  return { actions, size: rows.reduce((sum, row) => sum + row.size, 0) }
}

/**
 * The entry that User Action Detail shows of a transaction; undefined: no one has entered anything under it.
 * @throws Problem when it takes too long
 */
export function mainEntryOf(
  { db, clock }: { db: Db; clock: Clock },
  transactionId: string,
  signal: AbortSignal,
): Promise<StoredEntry | undefined> {
  return boundedReads({ db, clock }, { lastsUpTo: longestLook, signal }, async (reads) => {
    const limits = { mostEntries: 1, mostSize: Number.MAX_SAFE_INTEGER }
    const { actions } = await readActions(reads, [{ transactionId, at: null }], limits)
    return actions[0]?.main
  })
}

/** How many entries those transactions have that have more than was read. */
async function countEntries(
  reads: BoundedReads,
  rows: readonly Row[],
  mostEntries: number,
): Promise<Map<string, number>> {
  const full = rows.filter((row) => row.entries === mostEntries).map((row) => row.transactionId)
  if (full.length === 0) return new Map()
  const counted = await reads.read<{ id: string; entries: number }>(sql`
    select transaction_id as id, count(*) as entries from user_action
    where transaction_id = any(${[...new Set(full)]}::uuid[]) group by transaction_id`)
  return new Map(counted.map(({ id, entries }) => [id, entries]))
}
