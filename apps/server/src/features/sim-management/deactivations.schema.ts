import { asUndertaking, begun, behalf } from '../../platform/undertakings/undertakings.schema.ts'

const isOpen = "state in ('ready', 'asking', 'waiting', 'settling')"
const hasMoved = 'old.state is distinct from new.state or old.note is distinct from new.note'

/** Deactivations as lasting work (D5). */
export const deactivationsSchema = `
  create table deactivation_batch (
    batch_id uuid primary key,
    is_single boolean not null,
    retry_of uuid references deactivation_batch (batch_id),${behalf},
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    stopped_at timestamptz,
    stopped_by text,
    file_name text not null default '' check (length(file_name) <= 200),
    other_columns text[] not null default '{}' check (cardinality(other_columns) <= 20),
    why text not null default ''
  );
  create index deactivation_batch_recent on deactivation_batch (created_at desc) where not is_single;

  -- run_id is the fence (R44): only the run that holds the row may write its outcome.
  create table deactivation (
    deactivation_id uuid primary key,
    batch_id uuid not null references deactivation_batch (batch_id),
    position integer not null,
    iccid text not null,
    vendor_code text,
    state text not null check (state in
      ('ready', 'asking', 'waiting', 'settling', 'done', 'failed', 'unknown', 'stopped', 'invalid')),
    note text not null default '',
    problem text,
    run_id uuid,
    attempts integer not null default 0,
    read_first boolean not null default false,
    request_id text,
    asked_at timestamptz,
    settled_at timestamptz,
    other_cells text[] not null default '{}' check (cardinality(other_cells) <= 20),
    company_id integer references company (id),
    unique (batch_id, position),
    check (state = 'invalid' or vendor_code is not null)
  );
  -- No matter who asks, and from where: one open deactivation per SIM.
  create unique index deactivation_one_open on deactivation (iccid) where ${isOpen};
  create index deactivation_by_sim on deactivation (iccid);
  create index deactivation_unknown on deactivation (iccid) where state = 'unknown';
  create index deactivation_by_request on deactivation (request_id) where request_id is not null;
  create index deactivation_by_company on deactivation (company_id, batch_id, state);
  -- Whose the SIM was when its deactivation began, no matter who writes: later it may be another company's.
  create function deactivation_company() returns trigger language plpgsql as $$
  begin
    new.company_id := (select company_id from sim where iccid = new.iccid);
    return new;
  end $$;
  create trigger deactivation_company before insert on deactivation
    for each row execute function deactivation_company();

  -- What Verizon reported, kept because it can come before we have noted the id of the request that it answers.
  create table verizon_callback (
    request_id text not null,
    iccid text not null,
    state text not null check (state in ('done', 'refused')),
    sentence text not null,
    received_at timestamptz not null default clock_timestamp(),
    primary key (request_id, iccid)
  );

  create view undertaking_of_batch as
    select 'batch' as kind, work.batch_id as id, 'batch' as thing_kind, work.batch_id::text as thing_id,
      file_name as name, '' as what, null::text as before, null::text as after, ${begun}, stopped_by,
      case when finished_at is null then 'running' when done = total then 'succeeded' else 'incomplete' end as state,
      total, done, total - done - open as failed, '' as reason, '[]'::jsonb as log
    from deactivation_batch as work left join lateral (
      select count(*)::integer as total, (count(*) filter (where state = 'done'))::integer as done,
        (count(*) filter (where ${isOpen}))::integer as open
      from deactivation where batch_id = work.batch_id) as counted on true
    where not is_single;
  create view undertaking_of_deactivation as
    select 'deactivation' as kind, work.batch_id as id, 'sim' as thing_kind, iccid as thing_id,
      coalesce(iccid, '') as name, '' as what, null::text as before, null::text as after, ${begun}, stopped_by,
      case when finished_at is null then 'running' when state = 'done' then 'succeeded' else 'error' end as state,
      1 as total, (state is not distinct from 'done')::integer as done,
      (finished_at is not null and state is distinct from 'done')::integer as failed,
      coalesce(note, '') as reason, '[]'::jsonb as log
    from deactivation_batch as work left join deactivation as sim on sim.batch_id = work.batch_id and position = 0
    where is_single;
  ${asUndertaking('deactivation_batch', 'batch_id')}
  create trigger announce_news after update on deactivation for each row
    when (${hasMoved}) execute function announce_news('sim', 'iccid');
  create trigger announce_undertaking after update on deactivation for each row
    when (${hasMoved}) execute function announce_undertaking('batch_id');`
