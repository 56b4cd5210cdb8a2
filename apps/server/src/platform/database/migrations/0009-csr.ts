import { type Kysely, sql } from 'kysely'

/** CSR servers, their releases and deployments (2.10, D5), and what WebConnect containers say of themselves (2.13). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table csr_release (version text primary key, added_at timestamptz not null default now())`.execute(
    db,
  )
  await sql`
    create table csr (
      csr_id bigint generated always as identity primary key,
      server text not null unique,
      ip_address text not null unique,
      description text not null default '',
      release text not null references csr_release (version),
      status text not null default 'Succeeded' check (status in ('Succeeded', 'Running', 'Pending', 'Error')),
      panel_count integer,
      panel_count_at timestamptz,
      status_asked_at timestamptz,
      create_date timestamptz not null default now(),
      update_date timestamptz not null default now()
    )`.execute(db)

  // Who began it stands here because the entry about its end is written long after the request. run_id is the fence
  // (R44): only the run that holds the row may write.
  await sql`
    create table csr_deployment (
      deployment_id uuid primary key,
      csr_id bigint not null references csr (csr_id),
      kind text not null check (kind in ('upgrade', 'downgrade', 'return')),
      from_release text not null,
      to_release text not null,
      state text not null default 'pending' check (state in ('pending', 'running', 'succeeded', 'error')),
      reason text not null default '',
      log jsonb not null default '[]',
      transaction_id uuid not null,
      issuer text not null,
      subject text not null,
      email text not null,
      session_id text not null,
      token_id text not null,
      remote_address text not null,
      run_id uuid,
      created_at timestamptz not null default clock_timestamp(),
      started_at timestamptz,
      finished_at timestamptz,
      check ((finished_at is null) = (state in ('pending', 'running')))
    )`.execute(db)
  // No matter who asks, and from where: one open deployment on a CSR, and one in all that waits for its agent (4).
  await sql`
    create unique index csr_deployment_one_open on csr_deployment (csr_id)
      where state in ('pending', 'running')`.execute(db)
  await sql`
    create unique index csr_deployment_one_pending on csr_deployment ((true)) where state = 'pending'`.execute(
    db,
  )
  await sql`create index csr_deployment_by_csr on csr_deployment (csr_id, created_at desc)`.execute(db)
}
