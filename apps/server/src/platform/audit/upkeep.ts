import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'

/** The browser keeps a claim for 30 days (D18); after that no one delivers it again. */
export async function purgeClaims(db: Db): Promise<void> {
  await db
    .deleteFrom('user_action_claim')
    .where('claimed_at', '<', sql<Date>`now() - interval '45 days'`)
    .execute()
}
