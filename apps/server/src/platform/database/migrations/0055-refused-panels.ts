import { type Kysely, sql } from 'kysely'

/**
 * Panels whose last message their container did not accept, since which look: a state (D40) that lists are filtered by. It comes
 * and goes with sessions, so it is no observation, and needs no write-ahead log, as 0037: a crash empties it, and the next look
 * fills it. Anyone who shows such a panel hears of it as of other changes of its session.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table webconnect_refused (
      cloud_id text primary key,
      container_name text not null,
      since timestamptz not null
    )`.execute(db)
  await sql
    .raw(
      "create trigger announce_refused after insert or delete on webconnect_refused for each row execute function announce_news('session', 'cloud_id')",
    )
    .execute(db)
}
