import { type Kysely, sql } from 'kysely'

/**
 * Notices (D38): each end of lasting work is noted for the person whose it is, by the trigger and in the transaction that ends
 * it. So an end cannot be told twice, and none is lost with a server. A notice keeps how the work stood:
 * it can still be read when the work itself was deleted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table notice (
      notice_id uuid primary key default gen_random_uuid(),
      issuer text not null,
      subject text not null,
      about text not null check (about in ('ended', 'soon')),
      kind text not null,
      work_id uuid not null,
      rights text[] not null default '{}',
      work jsonb not null,
      at timestamptz not null default clock_timestamp(),
      read_at timestamptz,
      unique (work_id, about)
    )`.execute(db)
  await sql`create index notice_of_person on notice (issuer, subject, at)`.execute(db)
  await sql`create index notice_unread on notice (issuer, subject, at) where read_at is null`.execute(db)
  await sql`create index notice_by_age on notice (at)`.execute(db)
  // Work that goes on after its end and ends again is told again: by a new notice in the place of the former.
  await sql`
    create function note_work(its_id uuid, its_about text) returns void language plpgsql as $$
    declare
      its_work record;
      its_rights text[];
    begin
      select * into its_work from undertaking where id = its_id;
      -- A call waits for the end of a deactivation, and tells it.
      if not found or its_work.kind = 'deactivation' then return; end if;
      select rights into its_rights from look where its_work.kind = 'look' and look_id = its_id;
      insert into notice (issuer, subject, about, kind, work_id, rights, work)
        values (its_work.issuer, its_work.subject, its_about, its_work.kind, its_id, coalesce(its_rights, '{}'),
          to_jsonb(its_work) - 'log' - 'over_at')
        on conflict (work_id, about) do update set notice_id = gen_random_uuid(), rights = excluded.rights,
          work = excluded.work, at = clock_timestamp(), read_at = null;
      perform tell_person(its_work.issuer, its_work.subject, 'notice', its_id::text);
    end $$`.execute(db)
  await sql`
    create or replace function undertaking_ended() returns trigger language plpgsql as $$
    declare
      its_id uuid;
    begin
      execute format('select ($1).%I', tg_argv[0]) into its_id using new;
      perform pg_notify('news', 'ended ' || kind || ' ' || id) from undertaking where id = its_id;
      perform note_work(its_id, 'ended');
      return null;
    end $$`.execute(db)
}
