import {
  permissions,
  shownAfterEndHours,
  thing,
  type Undertaking,
  type UndertakingKind,
  type UndertakingWithLog,
} from '@support-console/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { May, User } from '../sign-on/user.ts'
import type {} from './undertaking.table.ts'

/** So many of a person's are listed. */
const mostListed = 100

type Person = Pick<User, 'issuer' | 'subject' | 'may'>

/** What a person has begun: what runs, the newest first, then what ended within a day of `now`, the last first. */
export async function undertakingsOf(
  db: Db,
  person: Person,
  kinds: readonly UndertakingKind[],
  now: Date,
): Promise<Undertaking[]> {
  const rows = await workOf(db, person, kinds)
    .where('over_at', '>=', new Date(now.getTime() - shownAfterEndHours * 3600_000))
    .orderBy('over_at', 'desc')
    .orderBy('began_at', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map(toUndertaking)
}

/** What of a person's work runs, the newest first. */
export async function runningOf(
  db: Db,
  person: Person,
  kinds: readonly UndertakingKind[],
): Promise<Undertaking[]> {
  const rows = await workOf(db, person, kinds)
    .where('ended_at', 'is', null)
    .orderBy('began_at', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map(toUndertaking)
}

const workOf = (db: Db, { issuer, subject, may }: Person, kinds: readonly UndertakingKind[]) =>
  readable(db, kinds, may).select(shown).where('issuer', '=', issuer).where('subject', '=', subject)

/** What a transaction began; undefined: nothing of these kinds. */
export async function undertakingOfTransaction(
  db: Db,
  transactionId: string,
  kinds: readonly UndertakingKind[],
  may: May,
): Promise<UndertakingWithLog | undefined> {
  const row = await readable(db, kinds, may)
    .select([...shown, 'log'])
    .where('transaction_id', '=', transactionId)
    .orderBy('began_at')
    .orderBy('kind')
    .executeTakeFirst()
  return row && { ...toUndertaking(row), log: row.log }
}

/** What each of these transactions began. */
export async function workOfTransactions(
  db: Db,
  transactionIds: readonly string[],
  kinds: readonly UndertakingKind[],
  may: May,
): Promise<Map<string, Undertaking>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await readable(db, kinds, may)
    .select(shown)
    .where('transaction_id', '=', sql<string>`any(${transactionIds}::uuid[])`)
    .orderBy('began_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.transaction_id, toUndertaking(row)]))
}

/**
 * Work of that time that goes on, or is over with something left that no later work has taken over, the newest first.
 * @param isTheirs of whose work, as a condition of the row
 */
export async function workLeft(
  db: Db,
  { from, to, isTheirs, most }: { from: Date; to: Date; isTheirs: RawBuilder<boolean>; most: number },
  kinds: readonly UndertakingKind[],
  may: May,
): Promise<Undertaking[]> {
  const rows = await readable(db, kinds, may)
    .select(shown)
    .where('began_at', '<', to)
    .where('over_at', '>', from)
    .where('state', 'in', ['pending', 'running', 'incomplete'])
    .where(isTheirs)
    .where(
      sql<boolean>`not exists (select from deactivation_batch as later where kind = 'batch' and retry_of = id)`,
    )
    .orderBy('began_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(toUndertaking)
}

const readable = (db: Db, kinds: readonly UndertakingKind[], may: May) =>
  db
    .selectFrom('undertaking')
    .where('kind', '=', sql<UndertakingKind>`any(${kinds}::text[])`)
    .where(isTold(may))

/** A look at many and a watch are told to those alone who may read all that they were begun with (D45). */
const isTold = (may: May) => {
  const rights = permissions.filter(may)
  return sql<boolean>`
    not exists (select from look where kind = 'look' and look_id = id and not rights <@ ${rights}::text[])
    and not exists (select from watch where kind = 'watch' and watch_id = id and not rights <@ ${rights}::text[])`
}

const shown = [
  'kind',
  'id',
  'thing_kind',
  'thing_id',
  'name',
  'what',
  'before',
  'after',
  'transaction_id',
  'email',
  'began_at',
  'ended_at',
  'stopped_by',
  'state',
  'total',
  'done',
  'failed',
  'reason',
] as const

export const toUndertaking = (
  row: Pick<Selectable<Tables['undertaking']>, (typeof shown)[number]>,
): Undertaking => ({
  kind: row.kind,
  id: row.id,
  thing: thing(row.thing_kind, row.thing_id),
  name: row.name,
  what: row.what,
  before: row.before,
  after: row.after,
  state: row.state,
  counts: { total: row.total, done: row.done, failed: row.failed },
  reason: row.reason,
  by: row.email,
  transactionId: row.transaction_id,
  beganAt: row.began_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  stoppedBy: row.stopped_by,
})
