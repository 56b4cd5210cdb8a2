import { type Kysely, sql } from 'kysely'

/** What one person was refused since the last entry about it (D33): kept here, so that no stop or kill loses it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table refused_calls (
      issuer text not null,
      subject text not null,
      began_at timestamptz not null default clock_timestamp(),
      counts jsonb not null default '{}',
      last_entry text not null,
      primary key (issuer, subject)
    )`.execute(db)
}
