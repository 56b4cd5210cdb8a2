import { asUndertaking, begun, behalf } from '../../../platform/undertakings/undertakings.schema.ts'

/**
 * Looking at all (D50): a sweep with a lane a carrier, each with the place that it has come to; what each SIM's carrier was last
 * asked; and what a sweep came to. One that a person began is lasting work like any other, what the night began is no one's.
 */
export const sweepSchema = `
  create table sweep (
    sweep_id uuid primary key,
    night date unique,
    until_at timestamptz,
    state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'finished')),
    reason text not null default '',
    run_id uuid,${behalf},
    created_at timestamptz not null,
    finished_at timestamptz,
    stopped_by text,
    check ((state = 'running') = (finished_at is null))
  );
  create unique index sweep_one_running on sweep ((true)) where state = 'running';
  create index sweep_by_time on sweep (created_at);
  create table sweep_lane (
    sweep_id uuid not null references sweep on delete cascade,
    carrier text not null,
    state text not null default 'waiting' check (state in ('waiting', 'running', 'paused', 'finished')),
    reason text not null default '',
    phase text not null default 'list' check (phase in ('list', 'reads', 'again', 'done')),
    place text,
    list_began_at timestamptz,
    listed integer not null default 0,
    planned_list integer not null default 0,
    read_count integer not null default 0,
    planned_reads integer not null default 0,
    slowed integer not null default 0,
    began_at timestamptz,
    ended_at timestamptz,
    paced_at timestamptz,
    paced_from integer not null default 0,
    primary key (sweep_id, carrier)
  );
  create table sweep_read (
    sweep_id uuid not null references sweep on delete cascade,
    carrier text not null,
    position integer not null,
    iccid text not null,
    primary key (sweep_id, carrier, position)
  );
  create table sweep_carrier (carrier text primary key, watermark timestamptz);
  -- Written with every word of a SIM's carrier, so it is narrow.
  create table sweep_sim (
    iccid text primary key,
    carrier text not null,
    seen_at timestamptz,
    read_at timestamptz,
    is_wanted boolean not null default false
  ) with (fillfactor = 70);
  create table sweep_finding (
    sweep_id uuid not null references sweep on delete cascade,
    finding text not null,
    before integer not null,
    gone_before bigint not null,
    count integer,
    fresh integer,
    gone integer,
    primary key (sweep_id, finding)
  );
  create table sweep_coverage (
    sweep_id uuid not null references sweep on delete cascade,
    carrier text not null,
    sims integer not null,
    within integer not null,
    older integer not null,
    never integer not null,
    primary key (sweep_id, carrier)
  );
  create view undertaking_of_sweep as
    select 'sweep' as kind, work.sweep_id as id, 'transaction' as thing_kind, transaction_id::text as thing_id,
      '' as name, '' as what, null::text as before, null::text as after, ${begun}, stopped_by,
      case state when 'running' then 'running' when 'finished' then 'succeeded' else 'incomplete' end as state,
      total, done, case when state in ('stopped', 'paused') then total - done else 0 end as failed, reason, '[]'::jsonb as log
    from sweep as work left join lateral (
      select sum(listed + read_count)::integer as done, sum(case when lane.state = 'finished' then listed + read_count
        else greatest(planned_list, listed) + greatest(planned_reads, read_count) end)::integer as total
      from sweep_lane as lane where lane.sweep_id = work.sweep_id) as counted on true
    where subject <> '';
  ${asUndertaking('sweep', 'sweep_id')}
  create trigger announce_undertaking after update on sweep_lane for each row
    when (old.listed + old.read_count < new.listed + new.read_count) execute function announce_undertaking('sweep_id');`
