import { asUndertaking, begun, behalf } from '../../platform/undertakings/undertakings.schema.ts'

/** Companies that leave: one piece of lasting work each, which people work through (brief, section 7). */
export const leavingSchema = `
  create table leaving (
    leaving_id uuid primary key,
    company_id integer not null references company (id),
    why text not null,${behalf},
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    finished_by text,
    -- As all stood at its end, and how many lines were done.
    proof jsonb,
    lines_done integer
  );
  create unique index leaving_one_open on leaving (company_id) where finished_at is null;
  create index leaving_of_company on leaving (company_id, created_at);
  create table leaving_line (
    leaving_id uuid not null references leaving on delete cascade,
    line text not null check (line in ('users', 'key', 'vpn')),
    note text not null default '',
    done_at timestamptz not null default clock_timestamp(),
    done_by text not null,
    primary key (leaving_id, line)
  );
  create table leaving_series (
    leaving_id uuid not null references leaving on delete cascade,
    series_id uuid not null references deactivation_series,
    primary key (leaving_id, series_id)
  );
  create index leaving_series_by_series on leaving_series (series_id);
  -- Of one that is over nothing is counted.
  create view undertaking_of_leaving as
    select 'leaving' as kind, work.leaving_id as id, 'company' as thing_kind, work.company_id::text as thing_id,
      company.name, '' as what, null::text as before, null::text as after, ${begun}, null::text as stopped_by,
      case when finished_at is null then 'running' when lines_done = 5 then 'succeeded' else 'incomplete' end as state,
      5 as total, coalesce(lines_done,
        (not exists (select from sim where sim.company_id = work.company_id and deactivated_at is null))::integer
        + (not exists (select from panel where panel.company_id = work.company_id and not flagged))::integer
        + (select count(*)::integer from leaving_line where leaving_line.leaving_id = work.leaving_id)) as done,
      case when finished_at is null then 0 else 5 - coalesce(lines_done, 0) end as failed, '' as reason, '[]'::jsonb as log
    from leaving as work join company on company.id = work.company_id;
  ${asUndertaking('leaving', 'leaving_id')}
  create function announce_leaving_line() returns trigger language plpgsql as $$
  declare
    its record;
  begin
    select * into its from leaving where leaving_id = coalesce(new.leaving_id, old.leaving_id);
    if not found then return null; end if;
    perform pg_notify('news', 'leaving ' || its.leaving_id), tell_person(its.issuer, its.subject, 'undertaking', its.leaving_id::text);
    return null;
  end $$;
  create trigger announce_leaving_line after insert or update or delete on leaving_line for each row
    execute function announce_leaving_line();`
