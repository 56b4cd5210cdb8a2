import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'

/** Statements that share one time, and end with anyone who waits for them. */
export interface BoundedReads {
  /**
   * @param inOrder follows an index in its order, and neither sorts nor gathers before it
   * @throws Problem when the time is over
   */
  read<Row>(statement: RawBuilder<unknown>, options?: { inOrder: boolean }): Promise<Row[]>
}

/** SQLSTATE query_canceled: what PostgreSQL answers when its time for a statement is over. */
const canceled = '57014'

/**
 * Runs reading statements on one connection, for so many milliseconds together; PostgreSQL itself ends what lasts
 * longer, so that no search goes on for no one.
 */
export function boundedReads<T>(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  { lastsUpTo, signal }: { lastsUpTo: number; signal: AbortSignal },
  search: (reads: BoundedReads) => Promise<T>,
): Promise<T> {
  const end = clock.elapsed() + lastsUpTo
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      return search({
        async read<Row>(statement: RawBuilder<unknown>, { inOrder } = { inOrder: false }) {
          signal.throwIfAborted()
          const left = Math.round(end - clock.elapsed())
          if (left < 1) throw tookTooLong()
          const others = inOrder ? 'off' : 'on'
          await sql`
            select set_config('statement_timeout', ${String(left)}, true),
              set_config('enable_sort', ${others}, true), set_config('enable_bitmapscan', ${others}, true)`.execute(
            trx,
          )
          const { rows } = await (statement as RawBuilder<Row>).execute(trx).catch((error: unknown) => {
            throw (error as { code?: unknown }).code === canceled ? tookTooLong(error) : error
          })
          return rows
        },
      })
    })
}

const tookTooLong = (cause?: unknown) =>
  new Problem(
    'Unavailable',
    'This search took too long, so it was stopped. Please choose fewer days, or search for something rarer.',
    { cause },
  )
