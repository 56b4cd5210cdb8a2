import { type Kysely, sql } from 'kysely'
import { ownSchema } from './own-schema.ts'

/**
 * What `*_KEEP_DAYS` needs: SIM activity goes by whole months, which the owner of the tables drops for the servers' role, and
 * changes that are older than 30 days may be deleted. What is younger stays, no matter who asks.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const schema = await ownSchema(db)
  await sql`
    create function sim_activity_drop_month(day timestamptz) returns void
    language plpgsql security definer set search_path = ${schema}, pg_temp as $$
    declare
      first_day timestamp := date_trunc('month', day at time zone 'UTC');
    begin
      if (first_day + interval '1 month') at time zone 'UTC' > now() - interval '30 days' then
        raise exception 'SIM activity of the last 30 days is not dropped';
      end if;
      execute format('drop table if exists %I', 'sim_activity_' || to_char(first_day, 'YYYY_MM'));
    end $$`.execute(db)

  await sql`drop trigger observed_change_append_only on observed_change`.execute(db)
  await sql`
    create trigger observed_change_append_only before update or truncate on observed_change
      for each statement execute function observed_change_refuse()`.execute(db)
  await sql`
    create trigger observed_change_no_delete before delete on observed_change
      for each row when (old.at > now() - interval '30 days') execute function observed_change_refuse()`.execute(
    db,
  )
}
