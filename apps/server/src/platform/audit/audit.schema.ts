import { inOwnSchema } from '../database/database.schema.ts'

/** Only added to, by anyone who has the rights that owners give on new tables by default (docs/operations/postgresql.md: two roles). */
const appendOnly = (table: string, rights = 'update, delete, truncate') => `
  create trigger ${table}_append_only before update or delete on ${table}
    for each row execute function audit_refuse();
  create trigger ${table}_no_truncate before truncate on ${table}
    for each statement execute function audit_refuse();
  perform audit_take_rights('${table}', '${rights}');`

/**
 * The audit trail in monthly partitions, and its chain beside it (docs/decisions.md, 013): entries are written with the
 * change, chained by the commit, and a month of them can be archived and dropped while the chain stays whole.
 */
export const auditSchema = `
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
    thing_kind text,
    thing_id text,
    primary key (at, id)
  ) partition by range (at);
  create index user_action_by_email on user_action (lower(email), at desc, id desc);
  create index user_action_by_transaction on user_action (transaction_id, source, id);
  create index user_action_by_words on user_action using gin (words);
  create index user_action_by_thing on user_action (thing_kind, thing_id, at desc, id desc)
    where thing_kind is not null;
  create index user_action_by_sub_transaction on user_action (sub_transaction_id)
    where sub_transaction_id is not null;

  create table user_action_claim (
    transaction_id uuid not null,
    issuer text not null,
    subject text not null,
    activity text not null,
    message_hash text not null,
    claimed_at timestamptz not null default now(),
    primary key (transaction_id, issuer, subject, activity, message_hash)
  );
  create index user_action_claim_by_time on user_action_claim (claimed_at);

  create table audit_chain (
    number bigint primary key,
    at timestamptz not null,
    entry_at timestamptz not null,
    entry_id bigint not null,
    content bytea not null,
    hash bytea not null
  );
  -- Exports and archives look for the links of a time. Entries come nearly in their order, so a block's range will do.
  create index audit_chain_by_time on audit_chain using brin (entry_at) with (autosummarize = on);

  -- What an entry is about. It asks for no class of characters: what is a space differs between JavaScript, PGlite and
  -- PostgreSQL, and there with the locale. A trigger, so that what an insert says of the thing is not believed.
  create function user_action_thing() returns trigger language plpgsql as $$
  declare
    kind text := split_part(new.object, ' ', 1);
    id text := substr(new.object, length(kind) + 2);
  begin
    if id = '' or length(id) > 254 or id ~ '[^!-~]' or kind not in ('sim', 'panel', 'company', 'csr', 'container', 'user',
      'transaction', 'batch', 'session', 'reservation') then kind := null; id := null; end if;
    new.thing_kind := kind;
    new.thing_id := id;
    return new;
  end $$;
  create trigger user_action_thing before insert on user_action
    for each row execute function user_action_thing();

  -- Texts, so that anybody can compute them again: an entry's fields as netstrings (each with its length in bytes before
  -- it, so that no two entries have the same text), a link as one line. Each belongs to platform/audit/chain.ts.
  -- The lock begins after the entry's own hash was made, and ends with the commit.
  create function user_action_chain() returns trigger language plpgsql security definer as $$
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
  end $$;
  create constraint trigger user_action_chain after insert on user_action
    deferrable initially deferred for each row execute function user_action_chain();
  ${inOwnSchema('user_action_chain')}

  -- What every change does: a function keeps its plan, and to plan the insert takes longer than to run it. The commit
  -- hands on the chain before it is on the disk; platform/audit/audited-transaction.ts waits for that.
  create function user_action_append(source text, transaction_id uuid, sub_transaction_id uuid, issuer text, subject text,
    email text, session_id text, token_id text, remote_address text, route text, permission text, activity text,
    message text, object text, result text, detail text, words text[]) returns void
  language plpgsql as $$
  begin
    insert into user_action (source, transaction_id, sub_transaction_id, issuer, subject, email, session_id, token_id,
      remote_address, route, permission, activity, message, object, result, detail, words)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, array_to_tsvector($17));
    if set_config('synchronous_commit', 'off', true) is null then null; end if;
  end $$;

  -- Time-stamps of the chain's head, by someone outside (docs/audit.md).
  create table audit_anchor (
    number bigint primary key,
    hash bytea not null,
    at timestamptz not null,
    token bytea not null
  );
  create table audit_verified (
    only_one boolean primary key default true check (only_one),
    verified_at timestamptz not null default clock_timestamp(),
    head_number bigint not null,
    faults integer not null
  );

  create function audit_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit trail is append-only: % is refused', tg_op;
  end $$;
  ${appendOnly('user_action')}
  ${appendOnly('audit_chain', 'insert, update, delete, truncate')}
  ${appendOnly('audit_anchor')}
  perform make_month('user_action', month)
    from generate_series(now() - interval '1 month', now() + interval '4 months', interval '27 days') as month;`
