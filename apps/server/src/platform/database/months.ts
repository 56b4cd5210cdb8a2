import { sql } from 'kysely'
import type { Db } from './open-database.ts'

/** What is kept in a partition a month, by UTC. */
const tables = ['user_action', 'sim_activity']
/** Months that stand ready before they begin. */
const monthsAhead = 3

/** Makes the partitions of this month and the next ones; what is of a month without one is refused. */
export async function makeMonths(db: Db): Promise<void> {
  for (const table of tables)
    for (let ahead = 0; ahead <= monthsAhead; ahead++)
      await sql`select make_month(${table}, now() + ${ahead} * interval '1 month')`.execute(db)
}
