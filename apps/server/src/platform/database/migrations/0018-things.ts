import { type Kysely, sql } from 'kysely'
import { ownSchema } from './own-schema.ts'

/**
 * What each entry of the trail is about, as columns that the database reads from its object, of older entries as of new
 * ones: nothing of what is proven changes (D19). And the two forms of a panel's id, as Pathfinder tells them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const schema = await ownSchema(db)
  const kinds = 'sim|panel|company|csr|container|user|transaction|batch|session|reservation'
  const part = (pattern: string) =>
    sql`text generated always as (substring(object from ${sql.lit(pattern)})) stored`
  await sql`
    alter table user_action
      add column thing_kind ${part(`^(${kinds}) \\S+$`)},
      add column thing_id ${part(`^(?:${kinds}) (\\S+)$`)}`.execute(db)
  await sql`
    create index user_action_by_thing on user_action (thing_kind, thing_id, at desc, id desc)
      where thing_kind is not null`.execute(db)
  // As in 0011, with the columns that are generated.
  await sql`
    create or replace function user_action_make_month(day timestamptz) returns void
    language plpgsql security definer set search_path = ${schema}, pg_temp as $$
    declare
      first_day timestamp := date_trunc('month', day at time zone 'UTC');
      partition text := 'user_action_' || to_char(first_day, 'YYYY_MM');
    begin
      if to_regclass(partition) is not null then return; end if;
      perform pg_advisory_xact_lock(7403, 5);
      if to_regclass(partition) is not null then return; end if;
      execute format('create table %I (like user_action including defaults including constraints including generated)',
        partition);
      perform audit_take_rights(partition, 'all');
      execute format('create trigger user_action_no_truncate before truncate on %I
        for each statement execute function audit_refuse()', partition);
      execute format('alter table user_action attach partition %I for values from (%L) to (%L)', partition,
        first_day::text || '+00', (first_day + interval '1 month')::text || '+00');
    end $$`.execute(db)

  await sql`
    create table panel_id (
      physical_id text not null check (physical_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
      cloud_id text not null check (cloud_id ~ '^[A-Z0-9_]{1,40}$'),
      told_at timestamptz not null default clock_timestamp(),
      primary key (physical_id, cloud_id)
    )`.execute(db)
  await sql`create index panel_id_by_cloud_id on panel_id (cloud_id)`.execute(db)
}
