import { asUndertaking, begun, behalf } from '../../../platform/undertakings/undertakings.schema.ts'

/**
 * Looking at many things (D50): a look, and what it has found of each of them. One that was stopped, or is paused since a source
 * does not answer, has ended, and begins again when someone goes on with it.
 */
export const lookSchema = `
  create table look (
    look_id uuid primary key,
    same text not null,
    company_id integer,
    company_name text not null,
    thing_kind text check (thing_kind in ('sim', 'panel')),
    rights text[] not null,
    state text not null default 'running' check (state in ('running', 'paused', 'stopped', 'finished')),
    reason text not null default '',
    run_id uuid,${behalf},
    created_at timestamptz not null default clock_timestamp(),
    resumed_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    stopped_by text,
    check ((state = 'running') = (finished_at is null))
  );
  create unique index look_one_running on look (same) where state = 'running';
  create index look_of_company on look (company_id, thing_kind, created_at);
  create table look_thing (
    look_id uuid not null references look on delete cascade,
    position integer not null,
    thing_kind text not null check (thing_kind in ('sim', 'panel')),
    thing_id text not null,
    carrier text not null,
    state text not null default 'ready' check (state in ('ready', 'looking', 'wrong', 'not-known', 'fine')),
    run_id uuid,
    looked_at timestamptz,
    primary key (look_id, position)
  );
  create index look_thing_ready on look_thing (look_id, carrier, position) where state = 'ready';
  create view undertaking_of_look as
    select 'look' as kind, work.look_id as id,
      case when company_id is null then 'transaction' else 'company' end as thing_kind,
      coalesce(company_id::text, transaction_id::text) as thing_id,
      company_name as name, coalesce(thing_kind, '') as what, null::text as before, null::text as after, ${begun}, stopped_by,
      case state when 'running' then 'running' when 'finished' then 'succeeded' else 'incomplete' end as state,
      total, done, case when state = 'running' then 0 else total - done end as failed, reason, '[]'::jsonb as log
    from look as work left join lateral (
      select count(*)::integer as total, (count(*) filter (where looked_at is not null))::integer as done
      from look_thing where look_id = work.look_id) as counted on true;
  ${asUndertaking('look', 'look_id')}
  -- What is found, not what is begun: a page tells how many.
  create trigger announce_undertaking after update on look_thing for each row
    when (old.looked_at is null and new.looked_at is not null) execute function announce_undertaking('look_id');`
