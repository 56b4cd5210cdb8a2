import { type Kysely, sql } from 'kysely'

/**
 * When panels left and fell silent, with what they had in common then, and how many sessions each began in which hour: what
 * outages, flapping and nightly silence are told by (true cause, Time). Of the last days only, and without the write-ahead
 * log, as 0037 and 0038: a crash or a promotion empties both, and what is known then begins again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table webconnect_absence (
      cloud_id text not null,
      how text not null check (how in ('left', 'silent')),
      began_at timestamptz not null,
      ended_at timestamptz,
      container_name text not null,
      iccid text not null,
      company_id integer,
      carrier text not null,
      primary key (cloud_id, began_at, how)
    )`.execute(db)
  await sql`create unique index webconnect_absence_open on webconnect_absence (cloud_id, how) where ended_at is null`.execute(
    db,
  )
  await sql`create index webconnect_absence_by_time on webconnect_absence (began_at)`.execute(db)
  await sql`
    create unlogged table webconnect_sessions (
      cloud_id text not null,
      hour timestamptz not null,
      begun integer not null,
      primary key (cloud_id, hour)
    )`.execute(db)
  await sql`create index webconnect_sessions_by_hour on webconnect_sessions (hour)`.execute(db)
}
