import { type Kysely, sql } from 'kysely'

/** Emails by the end of what stands before the @: a part that has the @ in it is found by that (features/search/by-name). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index remote_user_by_half_end on remote_user ((reverse(split_part(email, '@', 1))) collate "C")`.execute(
    db,
  )
}
