import { asUndertaking, begun, behalf } from '../../platform/undertakings/undertakings.schema.ts'

const change = 'insert or update of state, until_at, reason'

/**
 * Management of panels, disabled for a time and enabled for several by one order. Lasting work of the person who gave the order:
 * the server looks for what is due, so what was missed while no server ran is done at the next start.
 */
export const managementSchema = `
  -- An order is pending until the Remote Portal has said that management is disabled; refused: its end was due, and its person
  -- may no longer.
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
    end_transaction_id uuid not null,${behalf},
    ordered_at timestamptz not null default clock_timestamp(),
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    stopped_by text,
    check ((state in ('pending', 'running')) = (finished_at is null))
  );
  create unique index disabling_one_running on disabling (cloud_id) where state = 'running';
  create index disabling_open on disabling (cloud_id) where state in ('pending', 'running', 'refused');
  create index disabling_due on disabling (next_at) where state in ('pending', 'running');
  create view undertaking_of_disabling as
    select 'disabling' as kind, disabling_id as id, 'panel' as thing_kind, cloud_id as thing_id, cloud_id as name,
      work.state as what, null::text as before,
      to_char(until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as after, ${begun}, stopped_by,
      case when work.state = 'running' then 'running' when work.state in ('refused', 'failed') then 'error'
        else 'succeeded' end as state,
      1 as total, (work.state in ('done', 'enabled', 'replaced'))::integer as done,
      (work.state in ('refused', 'failed'))::integer as failed, reason, '[]'::jsonb as log
    from disabling as work where work.state not in ('pending', 'void');
  ${asUndertaking('disabling', 'disabling_id', change)}
  -- The panel's page says until when.
  create trigger announce_news after ${change} on disabling for each row execute function announce_news('panel', 'cloud_id');
  -- What was to be told soon is over when the end comes or moves.
  create function forget_soon() returns trigger language plpgsql as $$
  begin
    delete from notice where work_id = new.disabling_id and about = 'soon';
    if found then perform tell_person(new.issuer, new.subject, 'notice', new.disabling_id::text); end if;
    return null;
  end $$;
  create trigger forget_soon after update on disabling for each row
    when ((old.finished_at is null and new.finished_at is not null) or old.until_at <> new.until_at)
    execute function forget_soon();

  -- Its order is kept whole, so it goes on when the page is closed and when its server dies.
  create table enabling (
    enabling_id uuid primary key,
    state text not null default 'running' check (state in ('running', 'finished')),
    why text not null,
    run_id uuid,${behalf},
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    check ((state = 'running') = (finished_at is null))
  );
  create table enabling_panel (
    enabling_id uuid not null references enabling on delete cascade,
    position integer not null,
    cloud_id text not null,
    state text not null default 'waiting' check (state in ('waiting', 'enabled', 'refused', 'failed')),
    message text not null default '',
    done_at timestamptz,
    primary key (enabling_id, position),
    check ((state = 'waiting') = (done_at is null))
  );
  create view undertaking_of_enabling as
    select 'enabling' as kind, work.enabling_id as id, 'transaction' as thing_kind, transaction_id::text as thing_id,
      ''::text as name, 'panel'::text as what, null::text as before, null::text as after, ${begun}, null::text as stopped_by,
      case when work.state = 'running' then 'running' when failed = 0 then 'succeeded' else 'incomplete' end as state,
      total, done, failed, ''::text as reason, '[]'::jsonb as log
    from enabling as work left join lateral (
      select count(*)::integer as total, (count(*) filter (where state = 'enabled'))::integer as done,
        (count(*) filter (where state in ('refused', 'failed')))::integer as failed
      from enabling_panel where enabling_id = work.enabling_id) as counted on true;
  ${asUndertaking('enabling', 'enabling_id', 'insert or update of state')}
  create trigger announce_undertaking after update of state on enabling_panel for each row
    execute function announce_undertaking('enabling_id');`
