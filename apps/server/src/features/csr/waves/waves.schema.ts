import { asUndertaking, begun, behalf } from '../../../platform/undertakings/undertakings.schema.ts'

/** Releases in waves (D61). */
export const wavesSchema = `
  create table wave_plan (
    plan_id uuid primary key,
    release text not null,
    settings jsonb not null,
    budget integer not null check (budget > 0),
    direction text not null default 'forward' check (direction in ('forward', 'back')),
    actor jsonb not null,
    ordered_at timestamptz not null default clock_timestamp(),
    paused_why text,
    paused_at timestamptz,
    accepted_wave integer not null default 0,
    accepted_troubles text[] not null default '{}',
    stopped_by text,
    stopped_at timestamptz,
    why text not null default '',
    run_id uuid,${behalf},
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    check ((paused_why is null) = (paused_at is null))
  );
  create table wave_server (
    plan_id uuid not null references wave_plan on delete cascade,
    csr_id bigint not null references csr (csr_id),
    wave integer not null check (wave > 0),
    position integer not null,
    state text not null default 'waiting' check (state in ('waiting', 'aside', 'deploying', 'watching', 'passed', 'failed',
      'undecided', 'returning', 'returned', 'left')),
    note text not null default '',
    panels integer,
    panels_at timestamptz,
    predicted_ms integer,
    release_at_first_attempt text,
    deployment_id uuid references csr_deployment on delete set null,
    return_id uuid references csr_deployment on delete set null,
    evidence jsonb not null default '[]',
    judged_at timestamptz,
    accepted_by text,
    primary key (plan_id, csr_id),
    -- Nothing is begun without its way back.
    check (release_at_first_attempt is not null or state in ('waiting', 'aside'))
  );
  create index wave_server_of_deployment on wave_server (deployment_id) where deployment_id is not null;
  create index wave_server_of_return on wave_server (return_id) where return_id is not null;
  -- The way back of each server is what ran before its first attempt, whatever is tried later (D61).
  create function keep_first_release() returns trigger language plpgsql as $$
  begin
    new.release_at_first_attempt := coalesce(old.release_at_first_attempt, new.release_at_first_attempt);
    return new;
  end $$;
  create trigger keep_first_release before update on wave_server for each row execute function keep_first_release();

  create view undertaking_of_waves as
    select 'waves' as kind, work.plan_id as id, 'transaction' as thing_kind, work.transaction_id::text as thing_id,
      work.release as name, case when paused_at is null then direction else 'paused' end as what, null::text as before,
      work.release as after, ${begun}, stopped_by,
      case when finished_at is null then 'running' when done = total then 'succeeded' else 'incomplete' end as state,
      total, done, case when finished_at is null then failed else total - done end as failed,
      coalesce(paused_why, '') as reason, '[]'::jsonb as log
    from wave_plan as work left join lateral (
      select (count(*) filter (where direction = 'forward' or release_at_first_attempt is not null))::integer as total,
        (count(*) filter (where case direction when 'back' then one.state = 'returned'
          else one.state = 'passed' or (one.state = 'undecided' and accepted_by is not null) end))::integer as done,
        (count(*) filter (where case direction when 'back' then one.state = 'left' else one.state in ('failed', 'aside') end))::integer as failed
      from wave_server as one where one.plan_id = work.plan_id) as counted on true;
  ${asUndertaking('wave_plan', 'plan_id')}
  create function announce_wave_server() returns trigger language plpgsql as $$
  declare
    its record;
  begin
    select * into its from wave_plan where plan_id = new.plan_id;
    perform pg_notify('news', 'waves ' || new.plan_id), tell_person(its.issuer, its.subject, 'undertaking', new.plan_id::text);
    return null;
  end $$;
  create trigger announce_wave_server after update on wave_server for each row execute function announce_wave_server();

  -- A pause is told to its person at once, each time.
  alter table notice drop constraint notice_about_check;
  alter table notice add constraint notice_about_check check (about in ('ended', 'soon', 'paused'));
  create function waves_paused() returns trigger language plpgsql as $$
  begin
    perform note_work(new.plan_id, 'paused');
    return null;
  end $$;
  create trigger waves_paused after update on wave_plan for each row
    when (old.paused_at is null and new.paused_at is not null) execute function waves_paused();

  -- Deployments of waves are told with their waves: their ends make no notices of their own.
  create function deployment_ended() returns trigger language plpgsql as $$
  begin
    perform pg_notify('news', 'ended deployment ' || new.deployment_id);
    if not exists (select from wave_server where new.deployment_id in (deployment_id, return_id)) then
      perform note_work(new.deployment_id, 'ended');
    end if;
    return null;
  end $$;
  drop trigger undertaking_ended on csr_deployment;
  create trigger undertaking_ended after update on csr_deployment for each row
    when (old.finished_at is null and new.finished_at is not null) execute function deployment_ended();`
