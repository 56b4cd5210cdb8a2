import { type Kysely, sql } from 'kysely'

/**
 * Orders to disable management of a panel for a time. Lasting work of whom gave the order: the server looks for those that are
 * due, so what was missed while no server ran is done at the next start. An order is `pending` until the Remote Portal has said
 * that management is disabled; `refused`: its end was due, and its person may no longer.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table disabling (
      disabling_id uuid primary key,
      cloud_id text not null,
      run_id uuid not null,
      until_at timestamptz not null,
      time_zone text not null,
      state text not null default 'pending'
        check (state in ('pending', 'running', 'done', 'enabled', 'replaced', 'refused', 'failed', 'void')),
      soon_at timestamptz,
      next_at timestamptz not null,
      tries integer not null default 0,
      reason text not null default '',
      held_by uuid,
      held_until timestamptz,
      end_transaction_id uuid not null,
      transaction_id uuid not null,
      issuer text not null,
      subject text not null,
      email text not null,
      session_id text not null,
      token_id text not null,
      remote_address text not null,
      ordered_at timestamptz not null default clock_timestamp(),
      created_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      stopped_by text,
      check ((state in ('pending', 'running')) = (finished_at is null))
    )`.execute(db)
  await sql`create unique index disabling_one_running on disabling (cloud_id) where state = 'running'`.execute(
    db,
  )
  await sql`create index disabling_open on disabling (cloud_id) where state in ('pending', 'running', 'refused')`.execute(
    db,
  )
  await sql`create index disabling_due on disabling (next_at) where state in ('pending', 'running')`.execute(
    db,
  )
  await sql`create index disabling_of_person on disabling (issuer, subject, coalesce(finished_at, 'infinity'))`.execute(
    db,
  )
  await sql`create index disabling_of_transaction on disabling (transaction_id)`.execute(db)
  await sql`create index disabling_unfinished on disabling (created_at) where finished_at is null`.execute(db)
  await sql`create index panel_disabled on panel (cloud_id) where flagged`.execute(db)
  await sql`
    create table known_rights (
      issuer text not null,
      subject text not null,
      rights text[] not null,
      at timestamptz not null,
      primary key (issuer, subject)
    )`.execute(db)
  await sql`
    create view undertaking_of_disabling as
      select 'disabling' as kind, disabling_id as id, 'panel' as thing_kind, cloud_id as thing_id, cloud_id as name,
        work.state as what, null::text as before,
        to_char(until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as after,
        work.transaction_id, work.issuer, work.subject, work.email, work.created_at as began_at,
        work.finished_at as ended_at, coalesce(work.finished_at, 'infinity') as over_at, stopped_by,
        case when work.state = 'running' then 'running' when work.state in ('refused', 'failed') then 'error'
          else 'succeeded' end as state,
        1 as total, (work.state in ('done', 'enabled', 'replaced'))::integer as done,
        (work.state in ('refused', 'failed'))::integer as failed, reason, '[]'::jsonb as log
      from disabling as work where work.state not in ('pending', 'void')`.execute(db)
  await addToUndertakings(db)
  // What was to be told soon is over when the end comes or moves.
  await sql`
    create function forget_soon() returns trigger language plpgsql as $$
    begin
      delete from notice where work_id = new.disabling_id and about = 'soon';
      if found then perform tell_person(new.issuer, new.subject, 'notice', new.disabling_id::text); end if;
      return null;
    end $$`.execute(db)
  const trigger = (name: string, when: string, call: string) =>
    sql.raw(`create trigger ${name} after ${when} for each row execute function ${call}`).execute(db)
  await trigger(
    'announce_undertaking',
    'insert or update of state, until_at, reason on disabling',
    `announce_undertaking('disabling_id')`,
  )
  // The panel's page says until when.
  await trigger(
    'announce_news',
    'insert or update of state, until_at, reason on disabling',
    `announce_news('panel', 'cloud_id')`,
  )
  const isOver = 'old.finished_at is null and new.finished_at is not null'
  await sql
    .raw(`
      create trigger forget_soon after update on disabling for each row
        when ((${isOver}) or old.until_at <> new.until_at) execute function forget_soon()`)
    .execute(db)
  await sql
    .raw(`
      create trigger undertaking_ended after update on disabling for each row
        when (${isOver}) execute function undertaking_ended('disabling_id')`)
    .execute(db)
}

/** All kinds that there are by now, and this one. */
async function addToUndertakings(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ kinds: string }>`
    select rtrim(pg_get_viewdef('undertaking'::regclass), '; ') as kinds`.execute(db)
  await sql
    .raw(
      `create or replace view undertaking as ${rows[0]?.kinds} union all select * from undertaking_of_disabling`,
    )
    .execute(db)
}
