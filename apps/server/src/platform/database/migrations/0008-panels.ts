import { type Kysely, sql } from 'kysely'

/**
 * Panels and Remote Portal users. Cloud IDs are kept in capitals, so that the primary key finds them whatever was
 * typed; a Remote Portal ID is found by its key, which has no dashes (docs/decisions/010).
 */
export async function up(db: Kysely<never>): Promise<void> {
  // flag_run: whose change of the flag is at the Remote Portal or was left without an outcome (docs/decisions/011).
  await sql`
    create table panel (
      cloud_id text primary key check (cloud_id ~ '^[A-Z0-9_]{1,40}$'),
      company_id integer references company (id),
      remote_id text unique check (remote_id ~ '^[A-Za-z0-9_-]{1,40}$' and remote_id ~ '[A-Za-z0-9_]'),
      remote_key text generated always as (upper(replace(remote_id, '-', ''))) stored,
      flagged boolean not null default false,
      flag_changed_at timestamptz,
      flag_changed_by text,
      flag_run uuid,
      flag_run_until timestamptz,
      panel_info jsonb not null check (jsonb_typeof(panel_info -> 'serviceStates') = 'array'),
      create_date timestamptz not null default now(),
      update_date timestamptz not null default now()
    )`.execute(db)
  await sql`create index panel_by_company on panel (company_id, cloud_id)`.execute(db)
  await sql`create index panel_by_remote_key on panel (remote_key)`.execute(db)

  await sql`
    create table remote_user (
      email text not null check (email = lower(email) and email <> ''),
      company_id integer not null references company (id),
      remote_id text not null check (remote_id <> ''),
      role text not null check (role <> ''),
      primary key (email, company_id, remote_id)
    )`.execute(db)
  await sql`create index remote_user_by_company on remote_user (company_id)`.execute(db)
}
