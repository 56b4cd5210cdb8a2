import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { witnessOf } from '../database/witness.ts'
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
 * the commit itself, one transaction at a time. So that no one waits for another's disk in that time, a commit with an
 * entry hands on the chain before it is flushed, and the flush follows here, for all who wait at once
 * (docs/decisions.md, 013).
 * @throws NotRecorded where the entry, the commit or the flush failed
 */
export const auditedTransaction = <T>(
  db: Kysely<Tables>,
  change: (trx: AuditedTransaction) => Promise<T>,
): Promise<T> => asChange(() => commit(db, change))

async function commit<T>(db: Kysely<Tables>, change: (trx: AuditedTransaction) => Promise<T>): Promise<T> {
  const witness = await witnessOf(db)
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
      if (!isDone) throw error
      // The database refused the commit, or no one knows what became of it.
      throw fail(db, error, !isRefusal(error))
    })
  if (!hasEntry) return result
  return witness.flush().then(
    () => result,
    (error: unknown) => {
      throw fail(db, error, true)
    },
  )
}

const failures = new WeakMap<Kysely<Tables>, number>()

/** How many changes this process could not enter, and so did not make or cannot answer for. */
export const notRecorded = (db: Kysely<Tables>): number => failures.get(db) ?? 0

function fail(db: Kysely<Tables>, error: unknown, mayHaveHappened: boolean): NotRecorded {
  failures.set(db, notRecorded(db) + 1)
  return new NotRecorded(error, mayHaveHappened)
}

/** An answer of the database, with its five characters of SQLSTATE, and not a connection that broke (08, 57P, EPIPE). */
function isRefusal(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return (
    typeof code === 'string' && syscall === undefined && /^[\dA-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
  )
}
