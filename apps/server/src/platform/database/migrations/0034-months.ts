import { type Kysely, sql } from 'kysely'
import { ownSchema } from './own-schema.ts'

/**
 * SIM activity in monthly partitions, made as those of the audit trail are. All events of a SIM in one transaction lie in
 * the month in which the first of them happened: `sim_transaction` says when that was, and holds what no index over months
 * can, that there is one first event (D8). So a month goes with whole transactions, and who looks for one reads its months only.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await makeMonth(db)
  await sql`
    create table sim_transaction (
      transaction_id uuid not null,
      iccid text not null,
      began_at timestamptz not null
    )`.execute(db)
  await sql`drop trigger sim_activity_append_only on sim_activity`.execute(db)
  await sql`alter table sim_activity rename to former_sim_activity`.execute(db)
  await sql`alter table former_sim_activity drop constraint sim_activity_pkey`.execute(db)
  await sql`drop index sim_activity_by_sim, sim_activity_by_transaction`.execute(db)
  await sql`
    create table sim_activity (
      event_id bigint generated always as identity,
      transaction_id uuid not null,
      sub_transaction_id uuid,
      iccid text not null check (iccid ~ '^[0-9]{18,22}$'),
      vendor_code text not null,
      status text not null check (status <> ''),
      description text not null,
      at timestamptz not null,
      began_at timestamptz not null
    ) partition by range (began_at)`.execute(db)
  await sql`
    create trigger sim_activity_append_only before update or delete on sim_activity
      for each row execute function sim_activity_refuse()`.execute(db)
  await sql`
    create trigger sim_activity_no_truncate before truncate on sim_activity
      for each statement execute function sim_activity_refuse()`.execute(db)
  await copyFormer(db)

  // After the rows, which is several times faster.
  await sql`alter table sim_transaction add primary key (transaction_id, iccid)`.execute(db)
  await sql`create index sim_transaction_by_sim on sim_transaction (iccid)`.execute(db)
  await sql`create index sim_transaction_by_time on sim_transaction using brin (began_at) with (autosummarize = on)`.execute(
    db,
  )
  await sql`alter table sim_activity add primary key (began_at, event_id)`.execute(db)
  await sql`
    create unique index sim_activity_by_transaction on sim_activity
      (transaction_id, iccid, sub_transaction_id, began_at) nulls not distinct`.execute(db)
  await sql`
    create index sim_activity_by_sim on sim_activity (iccid, began_at desc, event_id desc)
      where sub_transaction_id is null`.execute(db)
}

/**
 * As `user_action_make_month` of 0018, for whichever table is kept by months: the month's table is attached and not created
 * in place, which would wait for everybody who reads. It is reached through the whole table alone, and refuses what that refuses.
 */
async function makeMonth(db: Kysely<never>): Promise<void> {
  const schema = await ownSchema(db)
  await sql`drop function user_action_make_month(timestamptz)`.execute(db)
  await sql`
    create function make_month(of_table text, day timestamptz) returns void
    language plpgsql security definer set search_path = ${schema}, pg_temp as $$
    declare
      first_day timestamp := date_trunc('month', day at time zone 'UTC');
      partition text := of_table || '_' || to_char(first_day, 'YYYY_MM');
      no_truncate text := of_table || '_no_truncate';
      refuse regproc;
    begin
      if to_regclass(quote_ident(partition)) is not null then return; end if;
      perform pg_advisory_xact_lock(7403, 5);
      if to_regclass(quote_ident(partition)) is not null then return; end if;
      select tgfoid into strict refuse from pg_trigger
        where tgrelid = to_regclass(quote_ident(of_table)) and tgname = no_truncate;
      execute format('create table %I (like %I including defaults including constraints including generated)',
        partition, of_table);
      perform audit_take_rights(partition, 'all');
      execute format('create trigger %I before truncate on %I for each statement execute function %s()',
        no_truncate, partition, refuse);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, partition,
        first_day::text || '+00', (first_day + interval '1 month')::text || '+00');
    end $$`.execute(db)
}

/** The events so far, with their ids. */
async function copyFormer(db: Kysely<never>): Promise<void> {
  await sql`set local work_mem = '256MB'`.execute(db)
  await sql`set local maintenance_work_mem = '256MB'`.execute(db)
  await sql`
    insert into sim_transaction (transaction_id, iccid, began_at)
    select transaction_id, iccid, coalesce(min(at) filter (where sub_transaction_id is null), min(at)) from former_sim_activity
    group by transaction_id, iccid`.execute(db)
  await sql`
    select make_month('sim_activity', month) from (
      select date_trunc('month', began_at at time zone 'UTC') at time zone 'UTC' as month from sim_transaction
      union select generate_series(now(), now() + interval '4 months', interval '27 days')) as each`.execute(
    db,
  )
  await sql`
    insert into sim_activity overriding system value
    select event_id, transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at, began_at
    from former_sim_activity join sim_transaction using (transaction_id, iccid)`.execute(db)
  await sql`
    select setval(pg_get_serial_sequence('sim_activity', 'event_id'), coalesce(max(event_id), 0) + 1, false)
    from former_sim_activity`.execute(db)
  await sql`drop table former_sim_activity`.execute(db)
}
