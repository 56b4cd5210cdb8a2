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
    panel_count integer,
    panel_count_at timestamptz,
    status_asked_at timestamptz,
    create_date timestamptz not null default now(),
    update_date timestamptz not null default now()
  );
  create trigger announce_news after insert or update on csr for each row
    execute function announce_news('csr', 'ip_address');

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
    panels_before integer,
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
  ${pastOf({ table: 'csr', key: ['csr_id'], born: 'create_date', ignored: ['panel_count', 'status_asked_at', 'update_date'], capped: ['panel_count_at'], gap: ['panel_count_at', '5 minutes'] })}
  ${pastOf({ table: 'csr_deployment', key: ['deployment_id'], born: 'created_at', ignored: ['log'] })}`
