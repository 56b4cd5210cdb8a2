import { asUndertaking, begun, behalf } from '../../../platform/undertakings/undertakings.schema.ts'

const isOpen = "one.state in ('ready', 'asking', 'waiting', 'settling')"

/** Many SIMs that are deactivated as batches, one after the other: one piece of lasting work (D5, U15). */
export const seriesSchema = `
  create table deactivation_series (
    series_id uuid primary key,
    name text not null default '' check (length(name) <= 200),
    company_id integer references company (id),
    why text not null default '',
    run_id uuid,${behalf},
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    stopped_at timestamptz,
    stopped_by text
  );
  -- Which row of a batch a SIM became, and how that ended: batches are deleted, the series may be the proof.
  create table deactivation_series_sim (
    series_id uuid not null references deactivation_series on delete cascade,
    position integer not null,
    iccid text not null,
    deactivation_id uuid,
    state text,
    note text not null default '',
    primary key (series_id, position),
    unique (series_id, iccid)
  );
  create index deactivation_series_sim_unbegun on deactivation_series_sim (series_id, position) where deactivation_id is null;
  alter table deactivation_batch add column series_id uuid references deactivation_series on delete set null;
  create index deactivation_batch_of_series on deactivation_batch (series_id) where series_id is not null;

  -- A batch of a series is a part of it, and told with it.
  create or replace view undertaking_of_batch as
    select 'batch' as kind, work.batch_id as id, 'batch' as thing_kind, work.batch_id::text as thing_id,
      file_name as name, '' as what, null::text as before, null::text as after, ${begun}, stopped_by,
      case when finished_at is null then 'running' when done = total then 'succeeded' else 'incomplete' end as state,
      total, done, total - done - open as failed, '' as reason, '[]'::jsonb as log
    from deactivation_batch as work left join lateral (
      select count(*)::integer as total, (count(*) filter (where one.state = 'done'))::integer as done,
        (count(*) filter (where ${isOpen}))::integer as open
      from deactivation as one where batch_id = work.batch_id) as counted on true
    where not is_single and series_id is null;
  create view undertaking_of_series as
    select 'series' as kind, work.series_id as id,
      case when work.company_id is null then 'transaction' else 'company' end as thing_kind,
      coalesce(work.company_id::text, work.transaction_id::text) as thing_id,
      work.name, '' as what, null::text as before, null::text as after, ${begun}, stopped_by,
      case when finished_at is null then 'running' when done = total then 'succeeded' else 'incomplete' end as state,
      total, done, case when finished_at is null then failed else total - done end as failed, '' as reason, '[]'::jsonb as log
    from deactivation_series as work left join lateral (
      select count(*)::integer as total, (count(*) filter (where coalesce(one.state, sim.state) = 'done'))::integer as done,
        (count(*) filter (where coalesce(one.state, sim.state) in ('failed', 'unknown', 'stopped', 'invalid')))::integer as failed
      from deactivation_series_sim as sim left join deactivation as one using (deactivation_id)
      where sim.series_id = work.series_id) as counted on true;
  ${asUndertaking('deactivation_series', 'series_id')}
  create function announce_series() returns trigger language plpgsql as $$
  declare
    its record;
  begin
    select series.* into its from deactivation_batch as batch join deactivation_series as series using (series_id)
      where batch_id = new.batch_id;
    if not found then return null; end if;
    perform pg_notify('news', 'batch ' || new.batch_id), pg_notify('news', 'series ' || its.series_id),
      tell_person(its.issuer, its.subject, 'undertaking', its.series_id::text);
    return null;
  end $$;
  create trigger announce_series after update on deactivation for each row
    when (old.state is distinct from new.state) execute function announce_series();
  -- The run of the series waits for it.
  create function series_batch_ended() returns trigger language plpgsql as $$
  begin
    perform pg_notify('news', 'ended batch ' || new.batch_id);
    return null;
  end $$;
  create trigger series_batch_ended after update on deactivation_batch for each row
    when (new.series_id is not null and old.finished_at is null and new.finished_at is not null)
    execute function series_batch_ended();`
