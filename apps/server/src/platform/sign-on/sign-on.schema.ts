/** Sign-ons that have ended, and what people might do at their last one. */
export const signOnSchema = `
  create table ended_session (
    issuer text not null,
    session_id text not null,
    ended_at timestamptz not null default now(),
    primary key (issuer, session_id)
  );
  create table user_not_before (
    issuer text not null,
    subject text not null,
    not_before timestamptz not null,
    primary key (issuer, subject)
  );
  create table known_rights (
    issuer text not null,
    subject text not null,
    rights text[] not null,
    at timestamptz not null,
    primary key (issuer, subject)
  );`

/** The roles behind the rights: what a person may do is asked when their token calls. */
export const knownRolesSchema = `
  alter table known_rights add roles text[] not null default '{}',
    add issued_at timestamptz not null default '1970-01-01 00:00Z';`
