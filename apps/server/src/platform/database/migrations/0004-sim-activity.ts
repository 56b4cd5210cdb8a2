import { type Kysely, sql } from 'kysely'

/**
 * SIM activity, append-only. The first event of a SIM in a transaction has no sub-transaction id (D8); the unique
 * index says so, is the way to the later ones, and makes writing the same event twice impossible. The partial index
 * holds the main rows of a SIM in the order of the screen, so a search reads just what it shows.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table sim_activity (
      event_id bigint generated always as identity primary key,
      transaction_id uuid not null,
      sub_transaction_id uuid,
      iccid text not null check (iccid ~ '^[0-9]{18,22}$'),
      vendor_code text not null check (vendor_code in ('ATT', 'VZN', 'AERIS', 'WYLESS')),
      status text not null check (status <> ''),
      description text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`
    create unique index sim_activity_by_transaction on sim_activity
      (transaction_id, iccid, sub_transaction_id) nulls not distinct`.execute(db)
  await sql`
    create index sim_activity_by_sim on sim_activity (iccid, at desc, event_id desc)
      where sub_transaction_id is null`.execute(db)
  await sql`
    create function sim_activity_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'sim_activity is append-only: % is refused', tg_op;
    end $$`.execute(db)
  await sql`
    create trigger sim_activity_append_only before update or delete or truncate on sim_activity
      for each statement execute function sim_activity_refuse()`.execute(db)
}
