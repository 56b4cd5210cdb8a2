import { type Kysely, sql } from 'kysely'

/**
 * Looking at all (D50): a sweep with a lane a carrier, each with the place that it has come to; what each SIM's carrier was last
 * asked; and what a sweep came to. What is kept of a SIM here is written with every word of its carrier, so it is narrow.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table sweep (
      sweep_id uuid primary key,
      night date unique,
      until_at timestamptz,
      state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'finished')),
      reason text not null default '',
      run_id uuid,
      transaction_id uuid not null,
      issuer text not null,
      subject text not null,
      email text not null,
      session_id text not null,
      token_id text not null,
      remote_address text not null,
      created_at timestamptz not null,
      finished_at timestamptz,
      stopped_by text,
      check ((state = 'running') = (finished_at is null))
    )`.execute(db)
  await sql`create unique index sweep_one_running on sweep ((true)) where state = 'running'`.execute(db)
  await sql`create index sweep_by_time on sweep (created_at)`.execute(db)
  await sql`
    create table sweep_lane (
      sweep_id uuid not null references sweep on delete cascade,
      carrier text not null,
      state text not null default 'waiting' check (state in ('waiting', 'running', 'paused', 'finished')),
      reason text not null default '',
      phase text not null default 'list' check (phase in ('list', 'reads', 'again', 'done')),
      place text,
      list_began_at timestamptz,
      listed integer not null default 0,
      planned_list integer not null default 0,
      read_count integer not null default 0,
      planned_reads integer not null default 0,
      slowed integer not null default 0,
      began_at timestamptz,
      ended_at timestamptz,
      primary key (sweep_id, carrier)
    )`.execute(db)
  await sql`
    create table sweep_read (
      sweep_id uuid not null references sweep on delete cascade,
      carrier text not null,
      position integer not null,
      iccid text not null,
      primary key (sweep_id, carrier, position)
    )`.execute(db)
  await sql`create table sweep_carrier (carrier text primary key, watermark timestamptz)`.execute(db)
  await sql`
    create table sweep_sim (
      iccid text primary key,
      carrier text not null,
      seen_at timestamptz,
      read_at timestamptz,
      is_wanted boolean not null default false
    ) with (fillfactor = 70)`.execute(db)
  await sql`
    create table sweep_finding (
      sweep_id uuid not null references sweep on delete cascade,
      finding text not null,
      before integer not null,
      gone_before bigint not null,
      count integer,
      fresh integer,
      gone integer,
      primary key (sweep_id, finding)
    )`.execute(db)
  await sql`
    create table sweep_coverage (
      sweep_id uuid not null references sweep on delete cascade,
      carrier text not null,
      sims integer not null,
      within integer not null,
      older integer not null,
      never integer not null,
      primary key (sweep_id, carrier)
    )`.execute(db)
  await sql`create table fleet_gone (finding text primary key, total bigint not null)`.execute(db)
}
