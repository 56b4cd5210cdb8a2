import { pastByTime, pastView } from '../database/past.schema.ts'

const isOfPathfinder = "new.source ~ '^Pathfinder( |$)'"
const isSession = "new.thing_kind = 'panel' and new.source = 'WebConnect'"

/**
 * What neighbours said of things: of each thing and source the latest, every change of a field, and by which identifiers
 * a thing was seen. No thing is referenced: neighbours speak of things that are not in our inventory.
 */
export const observationsSchema = `
  -- Room on each page for the next version of its rows: what a neighbour says again is then written without a new entry in
  -- every index, which was half of the write-ahead log of WebConnect's transitions (bench/webconnect.ts).
  create table observation (
    thing_kind text not null check (thing_kind ~ '^[a-z]+$'),
    thing_id text not null check (thing_id <> ''),
    source text not null check (source <> ''),
    fields jsonb check (jsonb_typeof(fields) = 'object'),
    asked_at timestamptz,
    took_ms integer,
    unanswered_at timestamptz,
    unanswered_ms integer,
    status text not null default 'Success',
    problem text not null default '',
    failure text,
    -- When it was first kept, and when it first told anything: what never changed has been so since then.
    kept_at timestamptz,
    first_at timestamptz,
    primary key (thing_kind, thing_id, source),
    check (fields is null or asked_at is not null)
  ) with (fillfactor = 75);
  -- Who looks at a thing sees what a colleague's query brought (D37). What Pathfinder tells of a panel is announced by the word
  -- 'environment', for those who may read it (D45). Of a panel's session only another state is news: a container that starts
  -- again would be news of all its panels at once.
  create function note_kept() returns trigger language plpgsql as $$
  begin
    new.kept_at := kept_now();
    return new;
  end $$;
  create trigger note_kept before insert on observation for each row when (new.kept_at is null) execute function note_kept();
  create trigger announce_news after insert or update on observation for each row when (new.thing_kind = 'sim')
    execute function announce_news('sim', 'thing_id');
  create trigger announce_panel_news after insert or update on observation for each row
    when (new.thing_kind = 'panel' and new.source <> 'WebConnect' and not ${isOfPathfinder})
    execute function announce_news('panel', 'thing_id');
  create trigger announce_environment_news after insert or update on observation for each row
    when (new.thing_kind = 'panel' and ${isOfPathfinder}) execute function announce_news('environment', 'thing_id');
  create trigger announce_first_session after insert on observation for each row
    when (${isSession}) execute function announce_news('session', 'thing_id');
  create trigger announce_other_session after update on observation for each row
    when (${isSession} and old.fields ->> 'connection' is distinct from new.fields ->> 'connection')
    execute function announce_news('session', 'thing_id');

  create table observed_change (
    change_id bigint generated always as identity primary key,
    thing_kind text not null,
    thing_id text not null,
    source text not null,
    field text not null check (field <> ''),
    before text not null,
    after text not null check (after <> before),
    at timestamptz not null,
    -- When the source last said what it was before; null: not known.
    not_at timestamptz,
    transaction_id uuid
  );
  create index observed_change_by_thing on observed_change (thing_kind, thing_id, at desc, change_id desc);
  create index observed_change_by_transaction on observed_change (transaction_id) where transaction_id is not null;
  -- What is younger than 30 days stays, no matter who asks: OBSERVATIONS_KEEP_DAYS takes what is older.
  create function observed_change_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'observed_change is append-only: % is refused', tg_op;
  end $$;
  create trigger observed_change_append_only before update or truncate on observed_change
    for each statement execute function observed_change_refuse();
  create trigger observed_change_no_delete before delete on observed_change
    for each row when (old.at > now() - interval '30 days') execute function observed_change_refuse();

  -- What one look found is one entry of a timeline, however many sources were asked (D46).
  create table observed_look (
    thing_kind text not null,
    thing_id text not null,
    transaction_id uuid not null,
    at timestamptz not null,
    email text not null,
    has_change boolean not null,
    primary key (thing_kind, thing_id, transaction_id)
  );
  create index observed_look_by_thing on observed_look (thing_kind, thing_id, at desc);

  -- When a source gave no answer about a thing: from its last answer to the next one. Where it had never given any, from when
  -- it was last asked in vain.
  create table observed_silence (
    silence_id bigint generated always as identity primary key,
    thing_kind text not null,
    thing_id text not null,
    source text not null,
    since timestamptz not null,
    until timestamptz not null check (until >= since),
    status text not null,
    problem text not null
  );
  create index observed_silence_by_thing on observed_silence (thing_kind, thing_id, until desc, silence_id desc);

  -- The form is the identifier in its one form (contract, identifiers): what a search compares, from its begin or its end.
  create table observed_identifier (
    thing_kind text not null,
    thing_id text not null,
    field text not null,
    form text not null check (form <> ''),
    source text not null,
    first_seen timestamptz not null,
    last_seen timestamptz not null,
    primary key (thing_kind, thing_id, field, form, source)
  ) with (fillfactor = 75);
  create index observed_identifier_by_form on observed_identifier (thing_kind, form text_pattern_ops);
  create index observed_identifier_by_end on observed_identifier (thing_kind, reverse(form) text_pattern_ops);
  ${pastByTime('observed_identifier', 'first_seen')}
  -- What changed since is as it was before; what was said again since had been said by then.
  ${pastView(
    'observation',
    `select thing_kind, thing_id, source, fields || coalesce((
        select jsonb_object_agg(field, before) from (
          select distinct on (field) field, before from observed_change as it
          where it.thing_kind = kept.thing_kind and it.thing_id = kept.thing_id and it.source = kept.source and at > looked_at_moment()
          order by field, at, change_id) as since), '{}') as fields,
      case when asked_at <= looked_at_moment() then asked_at else greatest(kept_at, (
        select max(at) from observed_change as it where it.thing_kind = kept.thing_kind and it.thing_id = kept.thing_id
          and it.source = kept.source and at <= looked_at_moment())) end as asked_at, took_ms,
      null::timestamptz as unanswered_at, null::integer as unanswered_ms, status, '' as problem, null::text as failure, kept_at, first_at
    from observation as kept where coalesce(kept_at, asked_at) <= looked_at_moment()`,
  )}`
