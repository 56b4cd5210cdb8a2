import { type Kysely, sql } from 'kysely'

/** For operators' figures: when the audit trail was last verified, and the changes of flags that are open, without a walk over all panels. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table audit_verified (
      only_one boolean primary key default true check (only_one),
      verified_at timestamptz not null default clock_timestamp(),
      head_number bigint not null,
      faults integer not null
    )`.execute(db)
  await sql`create index panel_flag_open on panel (flag_run_until) where flag_run is not null`.execute(db)
}
