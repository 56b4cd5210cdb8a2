import { type Permission, permissions } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { asChange } from '../database/work.ts'
import type { User } from './user.ts'

/** What a person might do at their last sign-on: what goes on for them later has no token. */
interface KnownRightsTable {
  issuer: string
  subject: string
  rights: Permission[]
  /** As their newest token names them. */
  roles: string[]
  at: Date
  /** When that token was issued. */
  issued_at: Date
}

declare module '../database/tables.ts' {
  interface Tables {
    known_rights: KnownRightsTable
  }
}

/** So long it is kept without use (D38). */
const keptDays = 180

/** A token for some rights only tells nothing of the person's, nor does one that is older than what is known. */
export async function noteRights(
  db: Kysely<Tables>,
  user: Pick<User, 'issuer' | 'subject' | 'roles' | 'scopes' | 'issuedAt' | 'may'>,
): Promise<void> {
  if (user.scopes) return
  const now = {
    rights: sql<Permission[]>`${permissions.filter(user.may)}::text[]`,
    roles: sql<string[]>`${[...user.roles]}::text[]`,
    issued_at: new Date(user.issuedAt * 1000),
    at: sql<Date>`clock_timestamp()`,
  }
  await asChange(() =>
    db
      .insertInto('known_rights')
      .values({ issuer: user.issuer, subject: user.subject, ...now })
      .onConflict((conflict) =>
        conflict
          .columns(['issuer', 'subject'])
          .doUpdateSet(now)
          .where('known_rights.issued_at', '<=', now.issued_at),
      )
      .execute(),
  )
}

/**
 * Whether a person may still do what they ordered: the last sign-on since then gave the right, and their sign-ons were not
 * ended since.
 */
export async function mayStill(
  db: Kysely<Tables>,
  order: { issuer: string; subject: string; ordered_at: Date },
  permission: Permission,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    with said as (
      select rights, at from known_rights
      where issuer = ${order.issuer} and subject = ${order.subject} and at > ${order.ordered_at})
    select coalesce((select ${permission} = any(rights) from said), true) and not exists (
      select from user_not_before where issuer = ${order.issuer} and subject = ${order.subject}
        and not_before > coalesce((select at from said), ${order.ordered_at})) as may`.execute(db)
  return rows[0]?.may ?? false
}

export async function purgeKnownRights(db: Kysely<Tables>): Promise<void> {
  const before = sql<Date>`now() - make_interval(days => ${keptDays})`
  await db.deleteFrom('known_rights').where('at', '<', before).execute()
}
