/** Columns of a table of lasting work: on whose behalf it goes on (`Behalf`). */
export const behalf = `
    transaction_id uuid not null,
    issuer text not null,
    subject text not null,
    email text not null,
    session_id text not null,
    token_id text not null,
    remote_address text not null`

/** Columns of its view `undertaking_of_…`, of the table as `work`: whose it is and when. While it runs it is over later than everything. */
export const begun = `work.transaction_id, work.issuer, work.subject, work.email, work.created_at as began_at,
        work.finished_at as ended_at, coalesce(work.finished_at, 'infinity') as over_at`

/**
 * What makes a table lasting work, beside its view (docs/decisions.md, 015): a person's work is found, what still runs last, and the
 * database tells of each change and each end, with its commit, no matter who makes it.
 * @param change what is news of it
 */
export const asUndertaking = (table: string, id: string, change = 'insert or update') => `
  create index ${table}_of_person on ${table} (issuer, subject, coalesce(finished_at, 'infinity'));
  create index ${table}_of_transaction on ${table} (transaction_id);
  create index ${table}_unfinished on ${table} (created_at) where finished_at is null;
  create trigger announce_undertaking after ${change} on ${table} for each row
    execute function announce_undertaking('${id}');
  create trigger undertaking_ended after update on ${table} for each row
    when (old.finished_at is null and new.finished_at is not null) execute function undertaking_ended('${id}');`

/**
 * News of a piece of work name its kind and its id for all who may read the kind, and `undertaking` and its id for the person
 * whose it is. `ended`, its kind and its id are for servers: each that is there hears it once, after the commit.
 *
 * Notices (D38): each end is noted for the person whose it is, by the trigger and in the transaction that ends it. So an end
 * cannot be told twice, and none is lost with a server. A notice keeps how the work stood: it can still be read when the work
 * itself was deleted.
 */
export const undertakingsSchema = `
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
  );
  create index notice_of_person on notice (issuer, subject, at);
  create index notice_unread on notice (issuer, subject, at) where read_at is null;
  create index notice_by_age on notice (at);

  create function announce_undertaking() returns trigger language plpgsql as $$
  declare
    its_id uuid;
    work record;
  begin
    execute format('select ($1).%I', tg_argv[0]) into its_id using new;
    select kind, issuer, subject into work from undertaking where id = its_id;
    if not found then return null; end if;
    perform pg_notify('news', work.kind || ' ' || its_id), tell_person(work.issuer, work.subject, 'undertaking', its_id::text);
    return null;
  end $$;
  create function undertaking_ended() returns trigger language plpgsql as $$
  declare
    its_id uuid;
  begin
    execute format('select ($1).%I', tg_argv[0]) into its_id using new;
    perform pg_notify('news', 'ended ' || kind || ' ' || id) from undertaking where id = its_id;
    perform note_work(its_id, 'ended');
    return null;
  end $$;
  -- Work that goes on after its end and ends again is told again: by a new notice in the place of the former.
  create function note_work(its_id uuid, its_about text) returns void language plpgsql as $$
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
  end $$;`

/** The reading side of lasting work of all kinds, behind the views that it takes together. */
export const undertakingView = `
  create view undertaking as
    select * from undertaking_of_batch union all
    select * from undertaking_of_deactivation union all
    select * from undertaking_of_deployment union all
    select * from undertaking_of_look union all
    select * from undertaking_of_watch union all
    select * from undertaking_of_disabling union all
    select * from undertaking_of_sweep union all
    select * from undertaking_of_enabling;`

/** With the kinds that came later: series of batches, and companies that leave. */
export const undertakingViewWithLeaving = `
  ${undertakingView.replace('create view', 'create or replace view').replace(/;$/, '')} union all
    select * from undertaking_of_series union all
    select * from undertaking_of_leaving;`

/** And with releases in waves. */
export const undertakingViewWithWaves = `
  ${undertakingViewWithLeaving.replace(/;$/, '')} union all
    select * from undertaking_of_waves;`
