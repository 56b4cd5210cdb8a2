import { type Kysely, sql } from 'kysely'

/** What WebConnect's containers say of themselves (2.13). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table webconnect_container (
      container_name text primary key,
      connection_count integer not null default 0,
      cpu_usage double precision not null default 0,
      memory_usage double precision not null default 0,
      silent_count integer not null default 0,
      clock_offset_ms bigint not null default 0,
      said_at timestamptz,
      checked_at timestamptz not null,
      problem text not null default '',
      create_date timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table webconnect_sample (
      container_name text not null,
      at timestamptz not null,
      connection_count integer not null,
      cpu_usage double precision not null,
      memory_usage double precision not null,
      primary key (container_name, at)
    )`.execute(db)
  await sql`create index webconnect_sample_by_time on webconnect_sample (at)`.execute(db)

  // Nearly every connection of a container differs at each look, and only the last look is kept: so a page of them is
  // one value, written whole, and not a thousand rows (bench/webconnect.ts compares the two).
  await sql`
    create table webconnect_connection (
      container_name text not null references webconnect_container (container_name) on delete cascade,
      page integer not null,
      connections text not null,
      primary key (container_name, page)
    )`.execute(db)

  // Which server collects at the moment, and when the last one began.
  await sql`
    create table webconnect_turn (
      only_one boolean primary key default true check (only_one),
      holder uuid,
      held_until timestamptz,
      begun_at timestamptz
    )`.execute(db)
  await sql`insert into webconnect_turn default values`.execute(db)
}
