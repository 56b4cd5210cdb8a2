import { asUndertaking, begun, behalf } from '../../platform/undertakings/undertakings.schema.ts'

/**
 * Watches: a person is told when a panel is back, or that it is still silent when the time is over. A watch is told with the
 * rights that it was begun with (D45), and so is what was done meanwhile.
 */
export const watchSchema = `
  create table watch (
    watch_id uuid primary key,
    cloud_id text not null,
    until_at timestamptz not null,
    state text not null default 'running' check (state in ('running', 'back', 'over', 'stopped')),
    word text not null default '',
    since timestamptz,
    container text not null default '',
    meanwhile jsonb not null default '[]',
    rights text[] not null,${behalf},
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    stopped_by text,
    check ((state = 'running') = (finished_at is null))
  );
  create unique index watch_one_running on watch (cloud_id, issuer, subject) where state = 'running';
  create view undertaking_of_watch as
    select 'watch' as kind, watch_id as id, 'panel' as thing_kind, cloud_id as thing_id, cloud_id as name,
      case state when 'over' then word else state end as what,
      to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as before,
      to_char(until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as after, ${begun}, stopped_by,
      case state when 'running' then 'running' when 'back' then 'succeeded' else 'incomplete' end as state,
      1 as total, (state = 'back')::integer as done, (state in ('over', 'stopped'))::integer as failed,
      container as reason, meanwhile as log
    from watch as work;
  ${asUndertaking('watch', 'watch_id', 'insert or update of state, until_at')}
  -- The panel's page says who watches it.
  create trigger announce_news after insert or update of state on watch for each row
    execute function announce_news('panel', 'cloud_id');`
