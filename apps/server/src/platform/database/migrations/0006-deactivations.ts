import { type Kysely, sql } from 'kysely'

/** Deactivations as lasting work (D5), and what the inventory must know for them. */
export async function up(db: Kysely<never>): Promise<void> {
  // When the console deactivated the SIM or learned that it is, and the cloud ID of the panel that it sits in.
  await sql`alter table sim add column deactivated_at timestamptz`.execute(db)
  await sql`alter table sim add column panel text not null default ''`.execute(db)

  // Who began it stands here because the entries about its steps are written long after the request.
  await sql`
    create table deactivation_batch (
      batch_id uuid primary key,
      is_single boolean not null,
      transaction_id uuid not null,
      retry_of uuid references deactivation_batch (batch_id),
      issuer text not null,
      subject text not null,
      email text not null,
      session_id text not null,
      token_id text not null,
      remote_address text not null,
      created_at timestamptz not null default clock_timestamp(),
      finished_at timestamptz,
      stopped_at timestamptz,
      stopped_by text
    )`.execute(db)
  await sql`create index deactivation_batch_recent on deactivation_batch (created_at desc) where not is_single`.execute(
    db,
  )

  // run_id is the fence (R44): only the run that holds the row may write its outcome.
  await sql`
    create table deactivation (
      deactivation_id uuid primary key,
      batch_id uuid not null references deactivation_batch (batch_id),
      position integer not null,
      iccid text not null,
      vendor_code text check (vendor_code in ('ATT', 'VZN', 'AERIS', 'WYLESS')),
      state text not null check (state in
        ('ready', 'asking', 'waiting', 'settling', 'done', 'failed', 'unknown', 'stopped', 'invalid')),
      note text not null default '',
      problem text,
      run_id uuid,
      attempts integer not null default 0,
      read_first boolean not null default false,
      request_id text,
      asked_at timestamptz,
      settled_at timestamptz,
      unique (batch_id, position),
      check (state = 'invalid' or vendor_code is not null)
    )`.execute(db)
  // No matter who asks, and from where: one open deactivation per SIM.
  await sql`
    create unique index deactivation_one_open on deactivation (iccid)
      where state in ('ready', 'asking', 'waiting', 'settling')`.execute(db)
  await sql`create index deactivation_by_request on deactivation (request_id) where request_id is not null`.execute(
    db,
  )

  await sql`create index deactivation_unknown on deactivation (iccid) where state = 'unknown'`.execute(db)

  // What Verizon reported, kept because it can come before we have noted the id of the request that it answers.
  await sql`
    create table verizon_callback (
      request_id text not null,
      iccid text not null,
      state text not null check (state in ('done', 'refused')),
      sentence text not null,
      received_at timestamptz not null default clock_timestamp(),
      primary key (request_id, iccid)
    )`.execute(db)
}
