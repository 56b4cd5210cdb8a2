import { type Kysely, sql } from 'kysely'

/**
 * What neighbours said of things: of each thing and source the latest, every change of a field, and by which identifiers
 * a thing was seen. No thing is referenced: neighbours speak of things that are not in our inventory.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
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
      primary key (thing_kind, thing_id, source),
      check (fields is null or asked_at is not null)
    )`.execute(db)
  // Which panels were last seen at a container.
  await sql`
    create index observation_by_container on observation ((fields ->> 'container'))
      where source = 'WebConnect' and fields ->> 'connection' <> 'gone'`.execute(db)
  // Who looks at a SIM sees what a colleague's query brought (D37).
  await sql`
    create trigger announce_news after insert or update on observation for each row when (new.thing_kind = 'sim')
      execute function announce_news('sim', 'thing_id')`.execute(db)

  await sql`
    create table observed_change (
      change_id bigint generated always as identity primary key,
      thing_kind text not null,
      thing_id text not null,
      source text not null,
      field text not null check (field <> ''),
      before text not null,
      after text not null check (after <> before),
      at timestamptz not null
    )`.execute(db)
  await sql`
    create index observed_change_by_thing on observed_change (thing_kind, thing_id, at desc, change_id desc)`.execute(
    db,
  )
  await sql`
    create function observed_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'observed_change is append-only: % is refused', tg_op;
    end $$`.execute(db)
  await sql`
    create trigger observed_change_append_only before update or delete or truncate on observed_change
      for each statement execute function observed_change_refuse()`.execute(db)

  // `form` is the identifier in its one form (contract, identifiers): what a search compares, from its begin or its end.
  await sql`
    create table observed_identifier (
      thing_kind text not null,
      thing_id text not null,
      field text not null,
      form text not null check (form <> ''),
      source text not null,
      first_seen timestamptz not null,
      last_seen timestamptz not null,
      primary key (thing_kind, thing_id, field, form, source)
    )`.execute(db)
  await sql`
    create index observed_identifier_by_form on observed_identifier (form text_pattern_ops, field)`.execute(
    db,
  )
  await sql`
    create index observed_identifier_by_end on observed_identifier (reverse(form) text_pattern_ops, field)`.execute(
    db,
  )

  // Of the last look alone, a minute old at most: what a crash empties is told again at the next look.
  await sql`alter table webconnect_connection set unlogged`.execute(db)
}
