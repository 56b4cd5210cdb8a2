import { sql } from 'kysely'
import { type AuditedTransaction, auditedTransaction } from '../platform/audit/audited-transaction.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/open-database.ts'
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

/**
 * Runs the parts that this database has not had, in order, each in one transaction together with its mark.
 * @returns the names of those that were run
 */
export async function seed(
  db: Db,
  parts: readonly SeedPart[],
  clock: Clock = systemClock,
): Promise<string[]> {
  const done = new Set((await db.selectFrom('seed_part').select('name').execute()).map((row) => row.name))
  const ran: string[] = []
  for (const part of parts.filter((part) => !done.has(part.name))) {
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
    })
    if (mine) ran.push(part.name)
  }
  return ran
}
