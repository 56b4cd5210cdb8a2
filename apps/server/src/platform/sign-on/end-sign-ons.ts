import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { announceEnd } from './ended-sign-ons.ts'
import type { Bearer } from './user.ts'

/** Someone who has signed in to the console. */
export interface Person extends Pick<Bearer, 'issuer' | 'subject'> {
  /** Their newest entry in the audit trail. */
  lastSeenAt: Date
  /** Their tokens from before it are refused. */
  endedAt: Date | null
}

/**
 * Who has left entries in the audit trail under this email, in any case; signing in leaves one.
 * @param issuer whose tokens are taken, where that is known: no others' have to be refused
 */
export async function peopleOf(db: Kysely<Tables>, email: string, issuer?: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select issuer, subject, last_seen_at as "lastSeenAt", not_before as "endedAt"
    from (
      select issuer, subject, max(at) as last_seen_at from user_action
      where lower(email) = lower(${email}) and issuer = coalesce(${issuer ?? null}::text, issuer) group by issuer, subject
    ) as person left join user_not_before using (issuer, subject)
    order by last_seen_at desc`.execute(db)
  return rows
}

/**
 * Refuses the tokens that they were issued until now, on every server with the commit (R14). A token has whole seconds: those of
 * this very second are refused as well.
 */
export async function endSignOnsOf(
  trx: Kysely<Tables>,
  people: readonly Pick<Bearer, 'issuer' | 'subject'>[],
): Promise<void> {
  for (const { issuer, subject } of people)
    await trx
      .insertInto('user_not_before')
      .values({ issuer, subject, not_before: nextSecond })
      .onConflict((conflict) =>
        conflict.columns(['issuer', 'subject']).doUpdateSet({ not_before: nextSecond }),
      )
      .execute()
  await announceEnd(trx)
}

const nextSecond = sql<Date>`date_trunc('second', clock_timestamp()) + interval '1 second'`
