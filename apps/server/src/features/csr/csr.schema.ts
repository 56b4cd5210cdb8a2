import { pastOf } from '../../platform/database/past.schema.ts'
import { asUndertaking, begun, behalf } from '../../platform/undertakings/undertakings.schema.ts'

/** CSR servers, their releases and deployments (2.10, D5). */
export const csrSchema = `
  create table csr_release (version text primary key, added_at timestamptz not null default now());
  create table csr (
    csr_id bigint generated always as identity primary key,
    server text not null unique,
    ip_address text not null unique,
    description text not null default '',
    release text not null references csr_release (version),
    status text not null default 'Succeeded' check (status in ('Succeeded', 'Running', 'Pending', 'Error')),
    -- As its agent last said, whatever it was (D54): all of them or none. Since when it says of release and state what it says, and
    -- how often it did; since when it gives no answer, if it was asked again.
    agent_release text,
    agent_state text check (agent_state in ('idle', 'deploying', 'failed')),
    agent_reason text,
    agent_panels integer,
    agent_at timestamptz,
    agent_since timestamptz,
    agent_seen integer,
    -- When it last said otherwise.
    agent_before timestamptz,
    unanswered_since timestamptz,
    unanswered_at timestamptz,
    unanswered_why text,
    status_asked_at timestamptz,
    create_date timestamptz not null default now(),
    update_date timestamptz not null default now()
  );
  create trigger announce_news after insert or update on csr for each row
    execute function announce_news('csr', 'ip_address');
  -- An agent's word is an observation; what it makes of its server is kept with it (D57).
  create function keep_agent_word() returns trigger language plpgsql as $$
  declare
    said constant jsonb := new.fields;
    is_answer constant boolean := said is not null and (tg_op = 'INSERT' or new.asked_at is distinct from old.asked_at);
  begin
    if is_answer then
      update csr set agent_release = said ->> 'release', agent_state = said ->> 'agentState', agent_reason = said ->> 'agentReason',
        agent_panels = (said ->> 'reportingPanels')::integer, agent_at = new.asked_at,
        agent_since = case when (agent_release, agent_state) = (said ->> 'release', said ->> 'agentState') then agent_since else new.asked_at end,
        agent_before = case when (agent_release, agent_state) = (said ->> 'release', said ->> 'agentState') then agent_before else agent_at end,
        agent_seen = case when (agent_release, agent_state) = (said ->> 'release', said ->> 'agentState') then agent_seen + 1 else 1 end
      where ip_address = new.thing_id;
    end if;
    update csr set unanswered_at = new.unanswered_at, unanswered_why = nullif(new.problem, ''),
      unanswered_since = case when new.unanswered_at is not null then coalesce(unanswered_since, new.unanswered_at) end
    where ip_address = new.thing_id
      and (unanswered_at, unanswered_why) is distinct from (new.unanswered_at, nullif(new.problem, ''));
    return null;
  end $$;
  create trigger keep_agent_word after insert or update on observation for each row when (new.thing_kind = 'csr')
    execute function keep_agent_word();

  -- run_id is the fence (R44): only the run that holds the row may write.
  create table csr_deployment (
    deployment_id uuid primary key,
    csr_id bigint not null references csr (csr_id),
    kind text not null check (kind in ('upgrade', 'downgrade', 'return')),
    from_release text not null,
    to_release text not null,
    state text not null default 'pending' check (state in ('pending', 'running', 'succeeded', 'error')),
    reason text not null default '',
    log jsonb not null default '[]',${behalf},
    run_id uuid,
    created_at timestamptz not null default clock_timestamp(),
    started_at timestamptz,
    finished_at timestamptz,
    -- What its agent said when it was asked just before it was told to begin: what ran, and how many panels reported.
    ran_before text,
    panels_before integer,
    panels_before_at timestamptz,
    -- How many reported so many minutes after the end: [{"minutes": 1, "panels": 102, "at": …}].
    panels_after jsonb not null default '[]',
    check ((finished_at is null) = (state in ('pending', 'running')))
  );
  -- No matter who asks, and from where: one open deployment on a CSR, and one in all that waits for its agent (4).
  create unique index csr_deployment_one_open on csr_deployment (csr_id) where state in ('pending', 'running');
  create unique index csr_deployment_one_pending on csr_deployment ((true)) where state = 'pending';
  create index csr_deployment_by_csr on csr_deployment (csr_id, created_at desc);
  -- A deployment is news of its server: its log grows while nothing else of either changes.
  create function announce_deployment() returns trigger language plpgsql as $$
  begin
    perform pg_notify('news', 'csr ' || ip_address) from csr where csr_id = new.csr_id;
    return null;
  end $$;
  create trigger announce_news after insert or update on csr_deployment for each row
    execute function announce_deployment();
  create view undertaking_of_deployment as
    select 'deployment' as kind, deployment_id as id, 'csr' as thing_kind, ip_address as thing_id,
      server as name, work.kind as what, from_release as before, to_release as after, ${begun}, null::text as stopped_by,
      state, 1 as total, (state = 'succeeded')::integer as done, (state = 'error')::integer as failed, reason, log
    from csr_deployment as work join csr using (csr_id);
  ${asUndertaking('csr_deployment', 'deployment_id')}
  ${pastOf({ table: 'csr', key: ['csr_id'], born: 'create_date', ignored: ['agent_panels', 'agent_seen', 'unanswered_at', 'unanswered_why', 'status_asked_at', 'update_date'], capped: ['agent_at'], gap: ['agent_at', '5 minutes'] })}
  ${pastOf({ table: 'csr_deployment', key: ['deployment_id'], born: 'created_at', ignored: ['log'] })}`
