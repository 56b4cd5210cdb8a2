import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { User } from '../../platform/sign-on/user.ts'
import type { WatchRow } from './watch.table.ts'

interface Wanted {
  from: Date
  to: Date
  /** An e-mail, a person, or everyone. */
  whose: { email: string } | Pick<User, 'issuer' | 'subject'> | undefined
  most: number
}

/** The last watches that were begun before the end and not over before the beginning, the oldest first. */
export async function watchesWithin(db: Db, { from, to, whose, most }: Wanted): Promise<WatchRow[]> {
  const rows = await db
    .selectFrom('watch')
    .selectAll()
    .where('created_at', '<', to)
    .where(sql<boolean>`coalesce(finished_at, 'infinity') > ${from}`)
    .where(
      whose === undefined
        ? sql<boolean>`true`
        : 'email' in whose
          ? sql<boolean>`lower(email) = lower(${whose.email})`
          : sql<boolean>`issuer = ${whose.issuer} and subject = ${whose.subject}`,
    )
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}
