/** What all servers keep together of carriers. */
export const carriersSchema = `
  -- Who waits for a carrier that serves few at a time (D30), on any server: a row while the look-up lasts, renewed every second
  -- by the server that makes it. Nothing is lost with it, so it is not logged.
  create unlogged table carrier_line (
    id uuid primary key,
    vendor_code text not null,
    iccid text not null,
    calls integer not null,
    since timestamptz not null,
    call_ms double precision,
    is_slow boolean not null,
    seen_at timestamptz not null
  );
  -- How often Verizon has refused a login: five in a row lock the user. A row for each set of credentials, by their hash, so that
  -- a changed password begins again.
  create table verizon_login (
    credentials text primary key,
    refusals integer not null default 0,
    refused_code text not null default '',
    refused_at timestamptz,
    trying_until timestamptz
  );`
