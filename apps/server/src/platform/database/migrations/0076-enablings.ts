import { type Kysely, sql } from 'kysely'

/**
 * Management of several panels that is enabled by one order: lasting work, with what became of each panel. Its order is kept whole,
 * so it goes on when the page is closed and when its server dies.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table enabling (
      enabling_id uuid primary key,
      state text not null default 'running' check (state in ('running', 'finished')),
      why text not null,
      run_id uuid,
      transaction_id uuid not null,
      issuer text not null,
      subject text not null,
      email text not null,
      session_id text not null,
      token_id text not null,
      remote_address text not null,
      created_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      check ((state = 'running') = (finished_at is null))
    )`.execute(db)
  await sql`create index enabling_of_person on enabling (issuer, subject, coalesce(finished_at, 'infinity'))`.execute(
    db,
  )
  await sql`create index enabling_of_transaction on enabling (transaction_id)`.execute(db)
  await sql`create index enabling_unfinished on enabling (created_at) where finished_at is null`.execute(db)
  await sql`
    create table enabling_panel (
      enabling_id uuid not null references enabling on delete cascade,
      position integer not null,
      cloud_id text not null,
      state text not null default 'waiting' check (state in ('waiting', 'enabled', 'refused', 'failed')),
      message text not null default '',
      done_at timestamptz,
      primary key (enabling_id, position),
      check ((state = 'waiting') = (done_at is null))
    )`.execute(db)
  await sql`
    create view undertaking_of_enabling as
      select 'enabling' as kind, work.enabling_id as id, 'transaction' as thing_kind, transaction_id::text as thing_id,
        ''::text as name, 'panel'::text as what, null::text as before, null::text as after,
        work.transaction_id, work.issuer, work.subject, work.email, work.created_at as began_at,
        work.finished_at as ended_at, coalesce(work.finished_at, 'infinity') as over_at, null::text as stopped_by,
        case when work.state = 'running' then 'running' when failed = 0 then 'succeeded' else 'incomplete' end as state,
        total, done, failed, ''::text as reason, '[]'::jsonb as log
      from enabling as work left join lateral (
        select count(*)::integer as total, (count(*) filter (where state = 'enabled'))::integer as done,
          (count(*) filter (where state in ('refused', 'failed')))::integer as failed
        from enabling_panel where enabling_id = work.enabling_id) as counted on true`.execute(db)
  await addToUndertakings(db)
  const trigger = (name: string, when: string, call: string) =>
    sql.raw(`create trigger ${name} after ${when} for each row ${call}`).execute(db)
  await trigger(
    'announce_undertaking',
    'insert or update of state on enabling',
    `execute function announce_undertaking('enabling_id')`,
  )
  await trigger(
    'undertaking_ended',
    'update on enabling',
    `when (old.finished_at is null and new.finished_at is not null) execute function undertaking_ended('enabling_id')`,
  )
  await trigger(
    'announce_undertaking',
    'update of state on enabling_panel',
    `execute function announce_undertaking('enabling_id')`,
  )
}

/** All kinds that there are by now, and this one. */
async function addToUndertakings(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ kinds: string }>`
    select rtrim(pg_get_viewdef('undertaking'::regclass), '; ') as kinds`.execute(db)
  await sql
    .raw(
      `create or replace view undertaking as ${rows[0]?.kinds} union all select * from undertaking_of_enabling`,
    )
    .execute(db)
}
