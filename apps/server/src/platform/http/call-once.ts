import { createHash } from 'node:crypto'
import type { EnvelopeStatus, Permission } from '@support-console/contract'
import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { witnessOf } from '../database/witness.ts'
import { problems } from '../problem.ts'
import { type SecretBox, SecretClosed } from '../secrets/secret-box.ts'

interface CallOnceTable {
  user_key: string
  transaction_id: string
  method: string
  path: string
  body_hash: string
  started_at: Generated<Date>
  /** Set while the call runs: after this a run is taken for dead. */
  runs_until: Date | null
  /** Set with the first step that was committed: then no repeat ever runs again, whatever became of the run (R43). */
  has_committed: Generated<boolean>
  status: Generated<string | null>
  message: Generated<string | null>
  data: ColumnType<unknown, string | undefined, string>
  headers: ColumnType<Record<string, string>, string | undefined, string>
}

declare module '../database/tables.ts' {
  interface Tables {
    call_once: CallOnceTable
  }
}

/** What makes two requests the same one (D9, R46). */
export interface OnceKey {
  userKey: string
  transactionId: string
  method: string
  /** With its query string. */
  path: string
  body: unknown
  /** All that anyone who calls may: an answer is told again to no one who may read less than when it was made (D45). */
  rights: readonly Permission[]
  /** Of a call that answers with a secret: its answer is kept encrypted (D32). */
  secrets?: SecretBox | undefined
}

/** A kept answer: the envelope as it was sent, and what its handler put into the headers. */
export interface KeptAnswer {
  status: EnvelopeStatus
  message: string
  data: unknown
  headers: Record<string, string>
}

const hashOf = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('hex')

const columnsOf = (key: OnceKey) => ({
  user_key: key.userKey,
  transaction_id: key.transactionId,
  method: key.method,
  path: key.path,
})

/** The right to run a call; a later run that takes its place has another `until`. */
export interface Claim {
  /** When the run is taken for dead, as PostgreSQL writes it. */
  until: string
}

/**
 * Claims the right to run a mutating call, committed before it runs.
 * @returns the first run's answer where there is one; a claim: run it
 * @throws Problem Busy while the first still runs; Conflict when the same id came with other content, or when the
 * first was cut off after it had committed something: what became of it must be looked at; and when the caller may read
 * less than before
 */
export async function claimCall(db: Db, key: OnceKey, runsAtMostMs: number): Promise<KeptAnswer | Claim> {
  const bodyHash = hashOf(key.body)
  const runsUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${runsAtMostMs / 1000})`
  const claimed = await db
    .insertInto('call_once')
    .values({ ...columnsOf(key), body_hash: bodyHash, runs_until: runsUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['user_key', 'transaction_id', 'method', 'path'])
        // A run whose time is over ended with its server: the repeat takes its place, if nothing was done yet.
        .doUpdateSet({ runs_until: runsUntil })
        .where('call_once.body_hash', '=', bodyHash)
        .where('call_once.status', 'is', null)
        .where('call_once.has_committed', '=', false)
        .where('call_once.runs_until', '<', sql<Date>`clock_timestamp()`),
    )
    .returning(sql<string>`runs_until::text`.as('until'))
    .executeTakeFirst()
  if (claimed) return claimed
  const witness = await witnessOf(db)
  const first = await ofKey(db, key).executeTakeFirst()
  if (!first) return claimCall(db, key, runsAtMostMs) // freed in between
  if (first.body_hash !== bodyHash) throw problems.otherContent()
  if (first.status === null) throw first.is_over ? problems.leftUnfinished() : problems.stillRunning()
  const { [rightsKept]: rights = '', ...headers } = first.headers
  if (rights.split(' ').some((right) => right !== '' && !(key.rights as readonly string[]).includes(right)))
    throw problems.answeredForMore()
  // Its commit may not be on the disk yet: anyone who asked first is still waiting for that.
  await witness.flush()
  return {
    status: first.status as EnvelopeStatus,
    message: first.message ?? '',
    data: key.secrets ? opened(key.secrets, key, first.data) : first.data,
    headers,
  }
}

/** Beside the headers of an answer, under what is none: the rights that it was made with. */
const rightsKept = ':rights'

const placeOf = ({ userKey, transactionId, path }: OnceKey) =>
  `answer ${transactionId} to ${userKey} of ${path}`

const sealed = (secrets: SecretBox, key: OnceKey, data: unknown) => ({
  sealed: secrets.seal(JSON.stringify(data ?? null), placeOf(key)),
})

/** @throws Problem Conflict where its key is no longer given: what became of the call must be looked at */
function opened(secrets: SecretBox, key: OnceKey, data: unknown): unknown {
  try {
    return JSON.parse(secrets.open((data as ReturnType<typeof sealed>).sealed, placeOf(key)))
  } catch (error) {
    throw error instanceof SecretClosed ? problems.leftUnfinished() : error
  }
}

const ofKey = (db: Kysely<Tables>, key: OnceKey) =>
  db
    .selectFrom('call_once')
    .select(['body_hash', 'status', 'message', 'data', 'headers'])
    .select(sql<boolean>`has_committed and coalesce(runs_until < clock_timestamp(), true)`.as('is_over'))
    .where(({ and }) => and(columnsOf(key)))

/**
 * Keeps the answer for repeats; inside the change's own transaction where there is one.
 * @param claim only while this one still holds
 */
export async function keepAnswer(
  db: Kysely<Tables>,
  key: OnceKey,
  answer: KeptAnswer,
  claim?: Claim,
): Promise<void> {
  await db
    .updateTable('call_once')
    .set({
      status: answer.status,
      message: answer.message,
      data: JSON.stringify(key.secrets ? sealed(key.secrets, key, answer.data) : (answer.data ?? null)),
      headers: JSON.stringify({ ...answer.headers, [rightsKept]: key.rights.join(' ') }),
      runs_until: null,
    })
    .where(({ and }) => and(columnsOf(key)))
    .$if(claim !== undefined, (update) => update.where(isOf(claim)))
    .execute()
}

/** Notes, in the transaction of a step, that the call has done something. */
export async function noteCommitted(trx: Kysely<Tables>, key: OnceKey): Promise<void> {
  await trx
    .updateTable('call_once')
    .set({ has_committed: true })
    .where(({ and }) => and(columnsOf(key)))
    .execute()
}

const isOf = (claim: Claim | undefined) => sql<boolean>`runs_until = ${claim?.until}::timestamptz`

/** Gives the claim back: nothing was done, a repeat may run. */
export async function freeCall(db: Db, key: OnceKey, claim: Claim): Promise<void> {
  await db
    .deleteFrom('call_once')
    .where(({ and }) => and(columnsOf(key)))
    .where('status', 'is', null)
    .where('has_committed', '=', false)
    .where(isOf(claim))
    .execute()
}

/** Drops what is older than 24 hours; runs now and then. */
export async function purgeCalls(db: Db): Promise<void> {
  await db
    .deleteFrom('call_once')
    .where('started_at', '<', sql<Date>`now() - interval '24 hours'`)
    .where((where) => where.or([where('runs_until', 'is', null), where('runs_until', '<', sql<Date>`now()`)]))
    .execute()
}

/**
 * At the start of the only server on its database: every run that is still marked died with the former process. One
 * that had committed nothing may run again; the others are over.
 */
export async function freeAbandonedCalls(db: Db): Promise<void> {
  await db.deleteFrom('call_once').where('status', 'is', null).where('has_committed', '=', false).execute()
  await db
    .updateTable('call_once')
    .set({ runs_until: sql<Date>`clock_timestamp()` })
    .where('status', 'is', null)
    .execute()
}
