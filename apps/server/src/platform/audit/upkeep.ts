import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'

/** Months that stand ready before they begin. */
const monthsAhead = 3

/** Makes the partitions of this month and the next ones; entries of a month without one are refused. */
export async function makeMonths(db: Db): Promise<void> {
  for (let ahead = 0; ahead <= monthsAhead; ahead++)
    await sql`select user_action_make_month(now() + ${ahead} * interval '1 month')`.execute(db)
}

/** The browser keeps a claim for 30 days (D18); after that nobody delivers it again. */
export async function purgeClaims(db: Db): Promise<void> {
  await db
    .deleteFrom('user_action_claim')
    .where('claimed_at', '<', sql<Date>`now() - interval '45 days'`)
    .execute()
}
