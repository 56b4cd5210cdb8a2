import { type Kysely, sql } from 'kysely'

/** Audit, once-only calls, ended sign-ons, seed parts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table user_action (
      number bigint primary key,
      at timestamptz not null,
      source text not null check (source in ('server', 'console')),
      transaction_id uuid not null,
      sub_transaction_id uuid,
      issuer text not null,
      subject text not null,
      email text not null,
      session_id text not null,
      token_id text not null,
      remote_address text not null,
      route text not null,
      permission text not null,
      activity text not null,
      message text not null,
      object text not null,
      result text not null,
      detail text not null,
      previous_hash text not null,
      hash text not null
    )`.execute(db)
  await sql`create index user_action_by_email on user_action (email, at desc)`.execute(db)
  await sql`create index user_action_by_transaction on user_action (transaction_id, number)`.execute(db)

  await sql`
    create unique index user_action_claim_once on user_action
      (transaction_id, issuer, subject, activity, md5(message)) where source = 'console'`.execute(db)

  // Netstrings: each field with its length in bytes before it, so that no two entries have the same text (R40).
  await sql`
    create function netstring(value text) returns text language sql immutable as $$
      select case when value is null then '-' else octet_length(value) || ':' || value || ',' end
    $$`.execute(db)
  await sql`
    create function user_action_hash(entry user_action) returns text language sql stable as $$
      select encode(sha256(convert_to(
        netstring(entry.number::text) ||
        netstring(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ||
        netstring(entry.source) || netstring(entry.transaction_id::text) ||
        netstring(entry.sub_transaction_id::text) || netstring(entry.issuer) || netstring(entry.subject) ||
        netstring(entry.email) || netstring(entry.session_id) || netstring(entry.token_id) ||
        netstring(entry.remote_address) || netstring(entry.route) || netstring(entry.permission) ||
        netstring(entry.activity) || netstring(entry.message) || netstring(entry.object) ||
        netstring(entry.result) || netstring(entry.detail) || netstring(entry.previous_hash), 'UTF8')), 'hex')
    $$`.execute(db)
  // No matter who inserts, the database numbers and chains: under one lock that ends with the transaction (D19). An entry
  // is therefore the last statement of its transaction, or two transactions could wait for each other.
  await sql`
    create function user_action_chain() returns trigger language plpgsql as $$
    declare
      head user_action;
    begin
      perform pg_advisory_xact_lock(7403, 1);
      select * into head from user_action order by number desc limit 1;
      new.number := coalesce(head.number, 0) + 1;
      new.at := date_trunc('milliseconds', coalesce(new.at, clock_timestamp()));
      new.previous_hash := coalesce(head.hash, repeat('0', 64));
      new.hash := user_action_hash(new);
      return new;
    end $$`.execute(db)
  await sql`
    create trigger user_action_chain before insert on user_action
      for each row execute function user_action_chain()`.execute(db)
  await sql`
    create function user_action_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'user_action is append-only: % is refused', tg_op;
    end $$`.execute(db)
  await sql`
    create trigger user_action_append_only before update or delete on user_action
      for each row execute function user_action_refuse()`.execute(db)
  await sql`
    create trigger user_action_no_truncate before truncate on user_action
      for each statement execute function user_action_refuse()`.execute(db)

  await sql`
    create table call_once (
      user_key text not null,
      transaction_id uuid not null,
      method text not null,
      path text not null,
      body_hash text not null,
      started_at timestamptz not null default now(),
      runs_until timestamptz,
      status text,
      message text,
      data jsonb,
      primary key (user_key, transaction_id, method, path)
    )`.execute(db)
  await sql`create index call_once_by_start on call_once (started_at)`.execute(db)

  await sql`
    create table ended_session (
      issuer text not null,
      session_id text not null,
      ended_at timestamptz not null default now(),
      primary key (issuer, session_id)
    )`.execute(db)
  await sql`
    create table user_not_before (
      issuer text not null,
      subject text not null,
      not_before timestamptz not null,
      primary key (issuer, subject)
    )`.execute(db)

  await sql`
    create table seed_part (
      name text primary key,
      done_at timestamptz not null default now()
    )`.execute(db)
}
