/** What has been asked: calls that are done once (D9), and those that were refused (D33). */
export const httpSchema = `
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
    has_committed boolean not null default false,
    headers jsonb not null default '{}',
    primary key (user_key, transaction_id, method, path)
  );
  create index call_once_by_start on call_once (started_at);

  -- What one person was refused since the last entry about it: kept here, so that no stop or kill loses it.
  create table refused_calls (
    issuer text not null,
    subject text not null,
    began_at timestamptz not null default clock_timestamp(),
    counts jsonb not null default '{}',
    last_entry text not null,
    primary key (issuer, subject)
  );`
