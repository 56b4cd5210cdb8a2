import {
  shownAfterEndHours,
  thing,
  type Undertaking,
  type UndertakingKind,
  type UndertakingWithLog,
} from '@support-console/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { User } from '../sign-on/user.ts'
import type {} from './undertaking.table.ts'

/** So many of a person's are listed. */
const mostListed = 100

/** What a person has begun: what runs, the newest first, then what ended within a day of `now`, the last first. */
export async function undertakingsOf(
  db: Db,
  { issuer, subject }: Pick<User, 'issuer' | 'subject'>,
  kinds: readonly UndertakingKind[],
  now: Date,
): Promise<Undertaking[]> {
  const rows = await db
    .selectFrom('undertaking')
    .select(shown)
    .where('kind', '=', sql<UndertakingKind>`any(${kinds}::text[])`)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('over_at', '>=', new Date(now.getTime() - shownAfterEndHours * 3600_000))
    .orderBy('over_at', 'desc')
    .orderBy('began_at', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map(toUndertaking)
}

/** What a transaction began; undefined: nothing of these kinds. */
export async function undertakingOfTransaction(
  db: Db,
  transactionId: string,
  kinds: readonly UndertakingKind[],
): Promise<UndertakingWithLog | undefined> {
  const row = await db
    .selectFrom('undertaking')
    .select([...shown, 'log'])
    .where('kind', '=', sql<UndertakingKind>`any(${kinds}::text[])`)
    .where('transaction_id', '=', transactionId)
    .orderBy('began_at')
    .executeTakeFirst()
  return row && { ...toUndertaking(row), log: row.log }
}

const shown = [
  'kind',
  'id',
  'thing_kind',
  'thing_id',
  'name',
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

const toUndertaking = (
  row: Pick<Selectable<Tables['undertaking']>, (typeof shown)[number]>,
): Undertaking => ({
  kind: row.kind,
  id: row.id,
  thing: thing(row.thing_kind, row.thing_id),
  name: row.name,
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
