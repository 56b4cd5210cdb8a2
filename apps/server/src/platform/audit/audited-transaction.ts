import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { asChange } from '../database/work.ts'

declare const audited: unique symbol

/** A transaction that may hold audit entries: what it wrote is durable only when `auditedTransaction` resolves. */
export type AuditedTransaction = Transaction<Tables> & { readonly [audited]: true }

/** The audit trail could not be written. Nothing was changed, unless `mayHaveHappened`. */
export class NotRecorded extends Error {
  override name = 'NotRecorded'
  readonly mayHaveHappened: boolean
  constructor(cause: unknown, mayHaveHappened = false) {
    super('The audit trail cannot be written', { cause })
    this.mayHaveHappened = mayHaveHappened
  }
}

/** Transactions with an entry, whose commit does not wait for the disk. */
const unflushed = new WeakSet<object>()

/** For `appendAudit`: the transaction has an entry, and its commit does not wait for the disk. */
export const noteEntry = (trx: AuditedTransaction): void => void unflushed.add(trx)

/**
 * Runs a change together with its audit entries (D18, R37); resolves when both are durable. The entries are chained by
 * the commit itself, one transaction at a time. So that nobody waits for another's disk in that time, a commit with an
 * entry hands on the chain before it is flushed, and the flush follows here, for all who wait at once
 * (docs/decisions/013).
 * @throws NotRecorded where the entry, the commit or the flush failed
 */
export const auditedTransaction = <T>(
  db: Kysely<Tables>,
  change: (trx: AuditedTransaction) => Promise<T>,
): Promise<T> => asChange(() => commit(db, change))

async function commit<T>(db: Kysely<Tables>, change: (trx: AuditedTransaction) => Promise<T>): Promise<T> {
  let isDone = false
  let hasEntry = false
  const result = await db
    .transaction()
    // The chain's head is read in the commit, after its lock: a snapshot from before it would not do.
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      const done = await change(trx as AuditedTransaction)
      hasEntry = unflushed.has(trx)
      isDone = true
      return done
    })
    .catch((error: unknown) => {
      // The database refused the commit, or nobody knows what became of it.
      if (isDone) stateOf(db).failures++
      throw isDone ? new NotRecorded(error, !isRefusal(error)) : error
    })
  if (hasEntry) await flush(db)
  return result
}

/** Of each database: the flush under way, and the one after it, which serves all who ask meanwhile; what could not be entered. */
const states = new WeakMap<
  Kysely<Tables>,
  { running?: Promise<void>; next?: Promise<void>; failures: number }
>()
function stateOf(db: Kysely<Tables>) {
  const state = states.get(db) ?? { failures: 0 }
  states.set(db, state)
  return state
}

/** How many changes this process could not enter, and so did not make or cannot answer for. */
export const notRecorded = (db: Kysely<Tables>): number => stateOf(db).failures

/**
 * Waits until all that was committed before is on the disk. On PGlite, which never waits for one, it costs nothing.
 * @throws NotRecorded where nobody can say so; what was committed may have happened
 */
export function flush(db: Kysely<Tables>): Promise<void> {
  const state = stateOf(db)
  const begin = (): Promise<void> => {
    const run = emit(db)
      .catch((error: unknown) => {
        state.failures++
        throw error
      })
      .finally(() => {
        if (state.running === run) delete state.running
      })
    state.running = run
    return run
  }
  if (!state.running) return begin()
  // What is under way may have begun before the commit of whoever asks now.
  state.next ??= state.running
    .catch(() => {})
    .then(() => {
      delete state.next
      return begin()
    })
  return state.next
}

/** A durable transaction of its own: its commit waits for the disk, and with it for all that stands before it there. */
async function emit(db: Kysely<Tables>): Promise<void> {
  try {
    await sql`select pg_logical_emit_message(true, 'support-console', '')`.execute(db)
  } catch (error) {
    throw new NotRecorded(error, true)
  }
}

/** An answer of the database, with its five characters of SQLSTATE, and not a connection that broke (08, 57P, EPIPE). */
function isRefusal(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return (
    typeof code === 'string' && syscall === undefined && /^[\dA-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
  )
}
