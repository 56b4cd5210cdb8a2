/** Personal tokens (D58): of each the hash, never the token. A live one has neither ended nor been revoked. */
export const tokensSchema = `
  create table personal_token (
    token_id uuid primary key,
    issuer text not null,
    subject text not null,
    email text not null,
    name text not null,
    beginning text not null,
    hash bytea not null unique,
    scopes text[] not null check (cardinality(scopes) > 0),
    made_at timestamptz not null default clock_timestamp(),
    ends_at timestamptz not null,
    used_at timestamptz,
    revoked_at timestamptz,
    revoked_by text not null default ''
  );
  create index personal_token_of_person on personal_token (issuer, subject);
  create index personal_token_by_end on personal_token (ends_at);`

/** Command lines that ask to sign in with a code (D60): of the code and of the token that it may become the hash. */
export const deviceSchema = `
  create table device_sign_on (
    token_hash bytea primary key,
    token_beginning text not null,
    code_hash bytea not null unique,
    machine text not null,
    remote_address text not null,
    scopes text[] not null check (cardinality(scopes) > 0),
    ends_at timestamptz not null,
    polled_at timestamptz,
    pause_seconds integer not null,
    answer text check (answer in ('allowed', 'denied'))
  );
  alter table personal_token add column origin text not null default '';`
