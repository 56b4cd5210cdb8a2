import { type Kysely, sql } from 'kysely'
import { ownSchema } from './own-schema.ts'

/**
 * The audit trail in monthly partitions, and its chain beside it (docs/decisions/013): entries are written with the
 * change, chained by the commit, and a month of them can be archived and dropped while the chain stays whole.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const schema = await ownSchema(db)
  await sql`drop trigger user_action_chain on user_action`.execute(db)
  await sql`drop function user_action_chain()`.execute(db)
  await sql`drop function user_action_hash(user_action)`.execute(db)
  await sql`drop function netstring(text)`.execute(db)
  await sql`drop index user_action_by_email, user_action_by_transaction, user_action_claim_once`.execute(db)
  await sql`alter table user_action rename to former_user_action`.execute(db)

  await sql`
    create table user_action (
      id bigint generated always as identity,
      at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
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
      words tsvector not null,
      primary key (at, id)
    ) partition by range (at)`.execute(db)
  await sql`create index user_action_by_email on user_action (lower(email), at desc, id desc)`.execute(db)
  await sql`create index user_action_by_transaction on user_action (transaction_id, source, id)`.execute(db)
  await sql`create index user_action_by_words on user_action using gin (words)`.execute(db)

  await sql`
    create table user_action_claim (
      transaction_id uuid not null,
      issuer text not null,
      subject text not null,
      activity text not null,
      message_hash text not null,
      claimed_at timestamptz not null default now(),
      primary key (transaction_id, issuer, subject, activity, message_hash)
    )`.execute(db)
  await sql`create index user_action_claim_by_time on user_action_claim (claimed_at)`.execute(db)

  await sql`
    create table audit_chain (
      number bigint primary key,
      at timestamptz not null,
      entry_at timestamptz not null,
      entry_id bigint not null,
      content bytea not null,
      hash bytea not null
    )`.execute(db)
  // Exports and archives look for the links of a time. Entries come nearly in their order, so a block's range will do.
  await sql`
    create index audit_chain_by_time on audit_chain using brin (entry_at) with (autosummarize = on)`.execute(
    db,
  )

  // Texts, so that anybody can compute them again: an entry's fields as netstrings (each with its length in bytes before
  // it, so that no two entries have the same text), a link as one line. Each belongs to platform/audit/chain.ts.
  // The lock begins after the entry's own hash was made, and ends with the commit.
  await sql`
    create function user_action_chain() returns trigger
    language plpgsql security definer set search_path = ${schema}, pg_temp as $$
    declare
      entry_time text := to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
      entry_content bytea := sha256(convert_to(concat(
        octet_length(new.id::text), ':', new.id, ',', octet_length(entry_time), ':', entry_time, ',',
        octet_length(new.source), ':', new.source, ',', '36:', new.transaction_id, ',',
        case when new.sub_transaction_id is null then '-' else concat('36:', new.sub_transaction_id, ',') end,
        octet_length(new.issuer), ':', new.issuer, ',', octet_length(new.subject), ':', new.subject, ',',
        octet_length(new.email), ':', new.email, ',', octet_length(new.session_id), ':', new.session_id, ',',
        octet_length(new.token_id), ':', new.token_id, ',',
        octet_length(new.remote_address), ':', new.remote_address, ',',
        octet_length(new.route), ':', new.route, ',', octet_length(new.permission), ':', new.permission, ',',
        octet_length(new.activity), ':', new.activity, ',', octet_length(new.message), ':', new.message, ',',
        octet_length(new.object), ':', new.object, ',', octet_length(new.result), ':', new.result, ',',
        octet_length(new.detail), ':', new.detail, ','), 'UTF8'));
      head_number bigint;
      head_at timestamptz;
      head_hash bytea;
      link_at timestamptz;
    begin
      -- A condition takes no query of its own, as perform does: every change comes by here.
      if pg_advisory_xact_lock(7403, 1) is null then null; end if;
      select number, at, hash into head_number, head_at, head_hash
        from audit_chain order by number desc limit 1;
      head_number := coalesce(head_number, 0) + 1;
      head_hash := coalesce(head_hash, decode(repeat('00', 32), 'hex'));
      link_at := greatest(date_trunc('milliseconds', clock_timestamp()), head_at);
      insert into audit_chain values (head_number, link_at, new.at, new.id, entry_content, sha256(convert_to(concat(
        head_number, ' ', to_char(link_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ' ', new.id, ' ', entry_time, ' ',
        encode(entry_content, 'hex'), ' ', encode(head_hash, 'hex')), 'UTF8')));
      return null;
    end $$`.execute(db)
  await sql`
    create constraint trigger user_action_chain after insert on user_action
      deferrable initially deferred for each row execute function user_action_chain()`.execute(db)

  await sql`drop trigger user_action_append_only on former_user_action`.execute(db)
  await sql`drop trigger user_action_no_truncate on former_user_action`.execute(db)
  await sql`drop function user_action_refuse()`.execute(db)
  await sql`
    create function audit_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail is append-only: % is refused', tg_op;
    end $$`.execute(db)
  for (const table of ['user_action', 'audit_chain']) {
    await sql`
      create trigger ${sql.id(`${table}_append_only`)} before update or delete on ${sql.table(table)}
        for each row execute function audit_refuse()`.execute(db)
    await sql`
      create trigger ${sql.id(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
        for each statement execute function audit_refuse()`.execute(db)
  }

  await sql`
    create function audit_take_rights(of_table text, rights text) returns void
    language plpgsql set search_path = ${schema}, pg_temp as $$
    declare
      other oid;
    begin
      for other in
        select distinct given.grantee from pg_class, aclexplode(relacl) as given
        where oid = to_regclass(of_table) and given.grantee <> relowner
      loop
        execute format('revoke %s on %I from %s', rights, of_table,
          case when other = 0 then 'public' else quote_ident(pg_get_userbyid(other)) end);
      end loop;
    end $$`.execute(db)
  // What every change does: a function keeps its plan, and to plan the insert takes longer than to run it. The commit
  // hands on the chain before it is on the disk; platform/audit/audited-transaction.ts waits for that.
  await sql`
    create function user_action_append(source text, transaction_id uuid, sub_transaction_id uuid, issuer text, subject text,
      email text, session_id text, token_id text, remote_address text, route text, permission text, activity text,
      message text, object text, result text, detail text, words text[]) returns void
    language plpgsql as $$
    begin
      insert into user_action (source, transaction_id, sub_transaction_id, issuer, subject, email, session_id, token_id,
        remote_address, route, permission, activity, message, object, result, detail, words)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, array_to_tsvector($17));
      if set_config('synchronous_commit', 'off', true) is null then null; end if;
    end $$`.execute(db)
  await makeMonths(db)
  await sql`
    select user_action_make_month(month) from generate_series(
      least(now() - interval '1 month', (select min(at) from former_user_action)),
      now() + interval '4 months', interval '27 days') as month`.execute(db)

  await copyFormer(db)
  await sql`drop table former_user_action`.execute(db)
  await takeRights(db)
}

/**
 * A month is attached and not created in place, which would wait for everybody who reads the trail. It is reached
 * through the trail alone: the rights that the owner gives on new tables by default, updates among them, are taken off.
 */
async function makeMonths(db: Kysely<never>): Promise<void> {
  const schema = await ownSchema(db)
  await sql`
    create function user_action_make_month(day timestamptz) returns void
    language plpgsql security definer set search_path = ${schema}, pg_temp as $$
    declare
      first_day timestamp := date_trunc('month', day at time zone 'UTC');
      partition text := 'user_action_' || to_char(first_day, 'YYYY_MM');
    begin
      if to_regclass(partition) is not null then return; end if;
      perform pg_advisory_xact_lock(7403, 5);
      if to_regclass(partition) is not null then return; end if;
      execute format('create table %I (like user_action including defaults including constraints)', partition);
      perform audit_take_rights(partition, 'all');
      execute format('create trigger user_action_no_truncate before truncate on %I
        for each statement execute function audit_refuse()', partition);
      execute format('alter table user_action attach partition %I for values from (%L) to (%L)', partition,
        first_day::text || '+00', (first_day + interval '1 month')::text || '+00');
    end $$`.execute(db)
}

/** Anyone who had the rights on new tables by default keeps what the servers need (docs/operations/postgresql.md: two roles). */
async function takeRights(db: Kysely<never>): Promise<void> {
  await sql`select audit_take_rights('user_action', 'update, delete, truncate'),
    audit_take_rights('audit_chain', 'insert, update, delete, truncate')`.execute(db)
}

/** The entries so far, in their order. They are chained again; the former chain's head goes on record. */
async function copyFormer(db: Kysely<never>): Promise<void> {
  await sql`
    insert into user_action (at, source, transaction_id, sub_transaction_id, issuer, subject, email, session_id,
      token_id, remote_address, route, permission, activity, message, object, result, detail, words)
    select at, source, transaction_id, sub_transaction_id, issuer, subject, email, session_id,
      token_id, remote_address, route, permission, activity, message, object, result, detail,
      array_to_tsvector(found.words || found.endings || ('=' || left(activity, 64)))
    from former_user_action cross join lateral (
      select array_agg(distinct word) as words,
        coalesce(array_agg(distinct '~' || reverse(word)) filter (where length(word) >= 6 and word ~ '[0-9]'), '{}')
          as endings
      from (select left(word, 64) as word from regexp_split_to_table(
        lower(regexp_replace(normalize(message || ' ' || object, nfkd), '[\\u0300-\\u036f]', '', 'g')),
        '[^[:alnum:]]+') as word where word <> '') as each
    ) as found
    order by number`.execute(db)
  await sql`
    insert into user_action_claim (transaction_id, issuer, subject, activity, message_hash)
    select transaction_id, issuer, subject, activity, md5(message)
    from former_user_action where source = 'console'`.execute(db)
  await sql`
    insert into user_action (source, transaction_id, issuer, subject, email, session_id, token_id, remote_address,
      route, permission, activity, message, object, result, detail, words)
    select 'server', gen_random_uuid(), '', 'migration 0011', '', '', '', '', '', '', 'Audit',
      'Chain the audit trail anew', 'audit trail', 'Success', 'former head: ' || number || ' ' || hash,
      array_to_tsvector(array['audit', 'chain', 'trail', '=Audit'])
    from former_user_action order by number desc limit 1`.execute(db)
  // Now, and not at the commit: the table could not be altered any more in this transaction.
  await sql`set constraints user_action_chain immediate`.execute(db)
  await sql`set constraints user_action_chain deferred`.execute(db)
}
