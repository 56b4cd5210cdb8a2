import { sql } from 'kysely'
import { type AuditedTransaction, auditedTransaction } from '../platform/audit/audited-transaction.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { DatabaseUnavailable, type Db } from '../platform/database/open-database.ts'
import type {} from '../platform/database/tables.ts'

/** A named part of the demo world, put in exactly once; a later part can be added to an old folder. */
export interface SeedPart {
  name: string
  /** @param now the moment on which its past ends */
  run(trx: AuditedTransaction, now: Date): Promise<void>
}

interface SeedPartTable {
  name: string
  done_at: Date | undefined
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    seed_part: SeedPartTable
  }
}

/** Is told each part before it is put in, and its place among those that are. */
export type HearPart = (at: { part: string; number: number; of: number }) => void

/**
 * Runs the parts that this database has not had, in order, each in one transaction together with its mark.
 * @returns the names of those that were run
 * @throws DatabaseUnavailable where the role may not, such as the servers' own beside an owner of the tables
 */
export async function seed(
  db: Db,
  parts: readonly SeedPart[],
  clock: Clock = systemClock,
  hear: HearPart = () => {},
): Promise<string[]> {
  const done = new Set((await db.selectFrom('seed_part').select('name').execute()).map((row) => row.name))
  const ran: string[] = []
  const missing = parts.filter((part) => !done.has(part.name))
  for (const [at, part] of missing.entries()) {
    hear({ part: part.name, number: at + 1, of: missing.length })
    const mine = await auditedTransaction(db, async (trx) => {
      // Two replicas that start at once take turns; the second finds the mark.
      await sql`select pg_advisory_xact_lock(7403, 2)`.execute(trx)
      const marked = await trx
        .insertInto('seed_part')
        .values({ name: part.name, done_at: undefined })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .executeTakeFirst()
      if (!marked) return false
      await part.run(trx, clock.now())
      return true
    }).catch((error: unknown) => {
      throw notPermitted(error) ? new DatabaseUnavailable(needsOwner, { cause: error }) : error
    })
    if (mine) ran.push(part.name)
  }
  return ran
}

const needsOwner =
  'The role in DATABASE_URL may not put the demo world in, which needs the owner of the tables. Nothing was changed. Say DEMO=off, or start once with DEMO=on as the owner (docs/operations/postgresql.md, Two roles).'

/** insufficient_privilege, at the transaction's own error or below what the audit made of it. */
const notPermitted = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === '42501' || notPermitted(error.cause))
