/** Links to the page of a panel for installers (D59). Of an address only its hash is kept. */
export const installersLinkSchema = `
  create table installers_link (
    link_id uuid primary key,
    token_hash text not null unique,
    cloud_id text not null,
    language text not null,
    -- What its maker could read when they made it.
    rights text[] not null,
    issuer text not null,
    subject text not null,
    email text not null,
    created_at timestamptz not null,
    until_at timestamptz not null,
    reporting_since timestamptz,
    opened_at timestamptz,
    -- When the trail was last told that it was opened.
    entered_at timestamptz,
    ended_at timestamptz,
    ended_how text check (ended_how in ('reported', 'time', 'revoked'))
  );
  create index installers_link_of_panel on installers_link (cloud_id) where ended_at is null;
  create index installers_link_by_end on installers_link (ended_at);`
