import { pastOf, pastView } from '../../platform/database/past.schema.ts'

/** What WebConnect's containers say of themselves (2.13), and what the collector makes of it. */
export const webConnectSchema = `
  create table webconnect_container (
    container_name text primary key,
    connection_count integer not null default 0,
    cpu_usage double precision not null default 0,
    memory_usage double precision not null default 0,
    silent_count integer not null default 0,
    clock_offset_ms bigint not null default 0,
    said_at timestamptz,
    newest_at timestamptz,
    checked_at timestamptz not null,
    problem text not null default '',
    create_date timestamptz not null default now()
  );
  -- Its panels' states change (D40) when a container stops to answer, or begins to.
  create trigger announce_container after update on webconnect_container for each row
    when ((old.problem = '') is distinct from (new.problem = ''))
    execute function announce_news('sessions', 'container_name');

  create table webconnect_sample (
    container_name text not null,
    at timestamptz not null,
    connection_count integer not null,
    cpu_usage double precision not null,
    memory_usage double precision not null,
    primary key (container_name, at)
  );
  create index webconnect_sample_by_time on webconnect_sample (at);

  -- Nearly every connection of a container differs at each look, and only the last look is kept: so a page of them is one
  -- value, written whole, and not a thousand rows. It is not logged, since what a crash empties is told again at the next look;
  -- and not packed, which took PostgreSQL longer than anything else of a look (bench/webconnect.ts).
  create unlogged table webconnect_connection (
    container_name text not null references webconnect_container (container_name) on delete cascade,
    page integer not null,
    connections text not null,
    primary key (container_name, page)
  );
  alter table webconnect_connection alter column connections set storage external;

  -- Which server collects at the moment, and when the last one began.
  create table webconnect_turn (
    only_one boolean primary key default true check (only_one),
    holder uuid,
    held_until timestamptz,
    begun_at timestamptz
  );
  insert into webconnect_turn default values;

  -- All that follows needs no write-ahead log: a crash or a promotion empties it, and the next look fills it, or what is known
  -- begins again.

  -- Panels of which a container tells no session any more, until they have been away for as long as counts: most begin another
  -- one within minutes.
  create unlogged table webconnect_missed (
    cloud_id text primary key,
    container_name text not null,
    since timestamptz not null,
    took_ms integer not null
  );
  create trigger announce_missed after insert or delete on webconnect_missed for each row
    execute function announce_news('session', 'cloud_id');
  -- What is so now, for anyone who reads: one that is missed is gone.
  create view observation_now as
    select thing_kind, thing_id, source,
      case when missed.since is null then fields else fields || '{"connection": "gone"}' end as fields,
      coalesce(missed.since, asked_at) as asked_at, coalesce(missed.took_ms, observation.took_ms) as took_ms,
      unanswered_at, unanswered_ms, status, problem, failure, first_at
    from observation left join webconnect_missed as missed
      on source = 'WebConnect' and thing_kind = 'panel' and cloud_id = thing_id;

  -- Panels whose last message their container did not accept, since which look: a state (D40) that comes and goes with sessions.
  create unlogged table webconnect_refused (
    cloud_id text primary key,
    container_name text not null,
    since timestamptz not null
  );
  create trigger announce_refused after insert or delete on webconnect_refused for each row
    execute function announce_news('session', 'cloud_id');

  -- Who was last seen at which container. An index over what is observed would make each new version of a panel's row write all
  -- of its indexes: with their whole pages after a checkpoint that was half of its write-ahead log (bench/webconnect.ts).
  create unlogged table webconnect_present (
    cloud_id text not null,
    container_name text not null,
    filled_at timestamptz,
    primary key (cloud_id, container_name)
  );
  create index webconnect_present_by_container on webconnect_present (container_name);

  -- When panels left and fell silent, with what they had in common then, and how many sessions each began in which hour: what
  -- outages, flapping and nightly silence are told by. Of the last days only.
  create unlogged table webconnect_absence (
    cloud_id text not null,
    how text not null check (how in ('left', 'silent')),
    began_at timestamptz not null,
    ended_at timestamptz,
    container_name text not null,
    iccid text not null,
    company_id integer,
    carrier text not null,
    receiver text not null default '',
    seen_until timestamptz,
    primary key (cloud_id, began_at, how)
  );
  create unique index webconnect_absence_open on webconnect_absence (cloud_id, how) where ended_at is null;
  create index webconnect_absence_by_time on webconnect_absence (began_at);
  create index webconnect_absence_by_company on webconnect_absence (company_id, began_at);
  create unlogged table webconnect_sessions (
    cloud_id text not null,
    hour timestamptz not null,
    begun integer not null,
    primary key (cloud_id, hour)
  );
  create index webconnect_sessions_by_hour on webconnect_sessions (hour);

  -- How many panels are at home where, counted again every quarter of an hour: all of them, and those that share a firmware, a network
  -- model or a VPN endpoint. And how many stopped in which minute, with a row without names for all. So a common cause is found
  -- without counting panels.
  create unlogged table webconnect_population (
    scope text not null default '',
    scope_id text not null default '',
    container_name text not null,
    carrier text not null,
    sim_range text not null,
    panels integer not null,
    counted_at timestamptz not null,
    receiver text not null default '',
    primary key (scope, scope_id, container_name, carrier, sim_range, receiver)
  );
  -- How many of each scope are away, once in an hour, and a row without a name for each hour that was looked at: what is usual.
  create table webconnect_usual (
    hour timestamptz not null,
    scope text not null,
    scope_id text not null,
    away integer not null,
    primary key (hour, scope, scope_id)
  );
  -- How many panels are silent, every ten minutes: the line on Home.
  create table webconnect_silent (
    at timestamptz primary key,
    silent integer not null
  );
  create table webconnect_outage (
    outage_id bigint generated always as identity primary key,
    scope text not null,
    scope_id text not null,
    how text not null check (how in ('together', 'excess', 'down')),
    began_at timestamptz not null,
    stopped_until timestamptz not null,
    members integer not null,
    away integer not null,
    most_away integer not null,
    told_at timestamptz not null,
    ended_at timestamptz,
    usual integer,
    others_away integer,
    others integer,
    noted_at timestamptz
  );
  -- Whose absences are forgotten after days: so each outage keeps its panels for as long as itself.
  create table webconnect_outage_panel (
    outage_id bigint not null references webconnect_outage (outage_id) on delete cascade,
    cloud_id text not null,
    company_id integer,
    stopped_at timestamptz not null,
    back_at timestamptz,
    primary key (outage_id, cloud_id)
  );
  create index webconnect_outage_panel_by_panel on webconnect_outage_panel (cloud_id, outage_id);
  create index webconnect_outage_panel_by_company on webconnect_outage_panel (company_id, outage_id);
  create unique index webconnect_outage_open on webconnect_outage (scope, scope_id) where ended_at is null;
  create index webconnect_outage_by_time on webconnect_outage (stopped_until);
  create unlogged table webconnect_stops (
    minute timestamptz not null,
    container_name text not null,
    carrier text not null,
    sim_range text not null,
    stopped integer not null,
    receiver text not null default '',
    primary key (minute, container_name, carrier, sim_range, receiver)
  );
  ${pastOf({
    table: 'webconnect_container',
    key: ['container_name'],
    born: 'create_date',
    ignored: [
      'connection_count',
      'cpu_usage',
      'memory_usage',
      'silent_count',
      'clock_offset_ms',
      'newest_at',
    ],
    capped: ['said_at', 'checked_at'],
    gap: ['checked_at', '5 minutes'],
  })}`

/** Who was away at a moment of the past, and which outages lasted: what ended later had not ended. */
export const webConnectPastSchema = `
  ${pastView(
    'webconnect_absence',
    `select cloud_id, how, began_at, case when ended_at <= looked_at_moment() then ended_at end as ended_at, container_name, iccid,
      company_id, carrier, receiver from webconnect_absence where began_at <= looked_at_moment()`,
  )}
  ${pastView(
    'webconnect_outage',
    `select outage_id, scope, scope_id, how, began_at, members, usual, case when ended_at <= looked_at_moment() then ended_at end as ended_at
      from webconnect_outage where told_at <= looked_at_moment()`,
  )}
  ${pastView(
    'webconnect_outage_panel',
    `select outage_id, cloud_id, company_id, stopped_at, case when back_at <= looked_at_moment() then back_at end as back_at
      from webconnect_outage_panel where stopped_at <= looked_at_moment()`,
  )}`
