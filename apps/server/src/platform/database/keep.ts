import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open-database.ts'

const day = 86_400_000
const rowsAtOnce = 1000

/** What an hourly tidying does with what is older than so many days; 0: nothing, all of it is kept. */
export const keptFor =
  (days: number, now: () => Date, purge: (db: Db, before: Date) => Promise<void>) =>
  async (db: Db): Promise<void> => {
    if (days > 0) await purge(db, new Date(now().getTime() - days * day))
  }

/** Deletes the rows that fit, a thousand at a time, each in a transaction of its own: no one waits for long. */
export async function deleteInSteps(db: Db, table: string, condition: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${rowsAtOnce}))`.execute(db)
    if (Number(numAffectedRows ?? 0) < rowsAtOnce) return
  }
}

/**
 * Drops the months of SIM activity that were over before that, the oldest first. One that someone is using just now is left
 * for the next hour, and so are those behind it.
 */
export async function dropMonthsBefore(db: Db, before: Date): Promise<void> {
  const { rows } = await sql<{ first_day: Date }>`
    select first_day from (
      select (replace(right(relname, 7), '_', '-') || '-01T00:00:00Z')::timestamptz as first_day
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'sim_activity'::regclass) as month
    where (first_day at time zone 'UTC' + interval '1 month') at time zone 'UTC' <= ${before}::timestamptz
    order by first_day`.execute(db)
  for (const month of rows) {
    try {
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '150ms'`.execute(trx)
        await sql`select sim_activity_drop_month(${month.first_day})`.execute(trx)
      })
    } catch (error) {
      if ((error as { code?: string }).code === '55P03') return
      throw error
    }
  }
}
