import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { type Account, isOfAccounts } from '../audit-trail/index.ts'
import type { WatchRow } from './watch.table.ts'

interface Wanted {
  from: Date
  to: Date
  /** A person by their accounts; undefined: everyone. */
  whose: readonly Account[] | undefined
  most: number
}

/** The last watches that were begun before the end and not over before the beginning, the oldest first. */
export async function watchesWithin(db: Db, { from, to, whose, most }: Wanted): Promise<WatchRow[]> {
  const rows = await db
    .selectFrom('watch')
    .selectAll()
    .where('created_at', '<', to)
    .where(sql<boolean>`coalesce(finished_at, 'infinity') > ${from}`)
    .where(isOfAccounts(whose))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}
