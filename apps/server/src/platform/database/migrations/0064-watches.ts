import { type Kysely, sql } from 'kysely'

/**
 * Watches: a person is told when a panel is back, or that it is still silent when the time is over. Lasting work: how it stands
 * is looked at by a job that puts in the next one with each look (`turn`: whose look it is). A watch is told with the rights
 * that it was begun with (D45), and so is what was done meanwhile.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table watch (
      watch_id uuid primary key,
      cloud_id text not null,
      until_at timestamptz not null,
      state text not null default 'running' check (state in ('running', 'back', 'over', 'stopped')),
      word text not null default '',
      since timestamptz,
      container text not null default '',
      meanwhile jsonb not null default '[]',
      rights text[] not null,
      turn integer not null default 0,
      transaction_id uuid not null,
      issuer text not null,
      subject text not null,
      email text not null,
      session_id text not null,
      token_id text not null,
      remote_address text not null,
      created_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      stopped_by text,
      check ((state = 'running') = (finished_at is null))
    )`.execute(db)
  await sql`create unique index watch_one_running on watch (cloud_id, issuer, subject) where state = 'running'`.execute(
    db,
  )
  await sql`create index watch_of_person on watch (issuer, subject, coalesce(finished_at, 'infinity'))`.execute(
    db,
  )
  await sql`create index watch_of_transaction on watch (transaction_id)`.execute(db)
  await sql`create index watch_unfinished on watch (created_at) where finished_at is null`.execute(db)
  await sql`
    create view undertaking_of_watch as
      select 'watch' as kind, watch_id as id, 'panel' as thing_kind, cloud_id as thing_id, cloud_id as name,
        case state when 'over' then word else state end as what,
        to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as before,
        to_char(until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as after,
        work.transaction_id, work.issuer, work.subject, work.email, work.created_at as began_at,
        work.finished_at as ended_at, coalesce(work.finished_at, 'infinity') as over_at, stopped_by,
        case state when 'running' then 'running' when 'back' then 'succeeded' else 'incomplete' end as state,
        1 as total, (state = 'back')::integer as done, (state in ('over', 'stopped'))::integer as failed,
        container as reason, meanwhile as log
      from watch as work`.execute(db)
  await addToUndertakings(db)
  const trigger = (name: string, when: string, call: string) =>
    sql.raw(`create trigger ${name} after ${when} for each row ${call}`).execute(db)
  await trigger(
    'announce_undertaking',
    'insert or update of state, until_at on watch',
    `execute function announce_undertaking('watch_id')`,
  )
  // The panel's page says who watches it.
  await trigger(
    'announce_news',
    'insert or update of state on watch',
    `execute function announce_news('panel', 'cloud_id')`,
  )
  await trigger(
    'undertaking_ended',
    'update on watch',
    `when (old.finished_at is null and new.finished_at is not null) execute function undertaking_ended('watch_id')`,
  )
  await sql`
    create or replace function note_work(its_id uuid, its_about text) returns void language plpgsql as $$
    declare
      its_work record;
      its_rights text[];
    begin
      select * into its_work from undertaking where id = its_id;
      -- A call waits for the end of a deactivation, and tells it.
      if not found or its_work.kind = 'deactivation' then return; end if;
      select rights into its_rights from look where its_work.kind = 'look' and look_id = its_id;
      if not found then select rights into its_rights from watch where its_work.kind = 'watch' and watch_id = its_id; end if;
      insert into notice (issuer, subject, about, kind, work_id, rights, work)
        values (its_work.issuer, its_work.subject, its_about, its_work.kind, its_id, coalesce(its_rights, '{}'),
          to_jsonb(its_work) - 'over_at' - case its_work.kind when 'watch' then '' else 'log' end)
        on conflict (work_id, about) do update set notice_id = gen_random_uuid(), rights = excluded.rights,
          work = excluded.work, at = clock_timestamp(), read_at = null;
      perform tell_person(its_work.issuer, its_work.subject, 'notice', its_id::text);
    end $$`.execute(db)
}

/** All kinds that there are by now, and this one. */
async function addToUndertakings(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ kinds: string }>`
    select rtrim(pg_get_viewdef('undertaking'::regclass), '; ') as kinds`.execute(db)
  await sql
    .raw(
      `create or replace view undertaking as ${rows[0]?.kinds} union all select * from undertaking_of_watch`,
    )
    .execute(db)
}
