import { type Kysely, sql } from 'kysely'

/**
 * Looking at many things (D50): a look, and what it has found of each of them. One that was stopped, or is paused since a source
 * does not answer, has ended, and begins again when someone goes on with it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table look (
      look_id uuid primary key,
      same text not null,
      company_id integer,
      company_name text not null,
      thing_kind text check (thing_kind in ('sim', 'panel')),
      rights text[] not null,
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
      created_at timestamptz not null default clock_timestamp(),
      resumed_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      stopped_by text,
      check ((state = 'running') = (finished_at is null))
    )`.execute(db)
  await sql`create unique index look_one_running on look (same) where state = 'running'`.execute(db)
  await sql`create index look_of_company on look (company_id, thing_kind, created_at)`.execute(db)
  await sql`create index look_of_person on look (issuer, subject, coalesce(finished_at, 'infinity'))`.execute(
    db,
  )
  await sql`create index look_of_transaction on look (transaction_id)`.execute(db)
  await sql`create index look_unfinished on look (created_at) where finished_at is null`.execute(db)
  await sql`
    create table look_thing (
      look_id uuid not null references look on delete cascade,
      position integer not null,
      thing_kind text not null check (thing_kind in ('sim', 'panel')),
      thing_id text not null,
      carrier text not null,
      state text not null default 'ready' check (state in ('ready', 'looking', 'wrong', 'not-known', 'fine')),
      run_id uuid,
      looked_at timestamptz,
      primary key (look_id, position)
    )`.execute(db)
  await sql`create index look_thing_ready on look_thing (look_id, carrier, position) where state = 'ready'`.execute(
    db,
  )
  await sql`
    create view undertaking_of_look as
      select 'look' as kind, work.look_id as id,
        case when company_id is null then 'transaction' else 'company' end as thing_kind,
        coalesce(company_id::text, transaction_id::text) as thing_id,
        company_name as name, coalesce(thing_kind, '') as what, null::text as before, null::text as after,
        work.transaction_id, work.issuer, work.subject, work.email, work.created_at as began_at,
        work.finished_at as ended_at, coalesce(work.finished_at, 'infinity') as over_at, stopped_by,
        case state when 'running' then 'running' when 'finished' then 'succeeded' else 'incomplete' end as state,
        total, done, case when state = 'running' then 0 else total - done end as failed, reason, '[]'::jsonb as log
      from look as work left join lateral (
        select count(*)::integer as total, (count(*) filter (where looked_at is not null))::integer as done
        from look_thing where look_id = work.look_id) as counted on true`.execute(db)
  await sql`
    create or replace view undertaking as
      select * from undertaking_of_batch union all
      select * from undertaking_of_deactivation union all
      select * from undertaking_of_deployment union all
      select * from undertaking_of_look`.execute(db)
  const trigger = (name: string, when: string, call: string) =>
    sql.raw(`create trigger ${name} after ${when} for each row ${call}`).execute(db)
  await trigger(
    'announce_undertaking',
    'insert or update on look',
    `execute function announce_undertaking('look_id')`,
  )
  await trigger(
    'undertaking_ended',
    'update on look',
    `when (old.finished_at is null and new.finished_at is not null) execute function undertaking_ended('look_id')`,
  )
  // What is found, not what is begun: a page tells how many.
  await trigger(
    'announce_undertaking',
    'update on look_thing',
    `when (old.looked_at is null and new.looked_at is not null) execute function announce_undertaking('look_id')`,
  )
}
