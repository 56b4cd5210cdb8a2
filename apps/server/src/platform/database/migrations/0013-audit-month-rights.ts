import { type Kysely, sql } from 'kysely'

/**
 * A new month of the audit trail is reached through the trail alone: the rights that the owner gives on new tables by
 * default, updates among them, would hold for it as well (R39; docs/operations.md: two roles).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function user_action_make_month(day timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      first_day timestamp := date_trunc('month', day at time zone 'UTC');
      partition text := 'user_action_' || to_char(first_day, 'YYYY_MM');
      other oid;
    begin
      if to_regclass(partition) is not null then return; end if;
      perform pg_advisory_xact_lock(7403, 4);
      if to_regclass(partition) is not null then return; end if;
      execute format('create table %I (like user_action including defaults including constraints)', partition);
      for other in
        select distinct given.grantee from pg_class, aclexplode(relacl) as given
        where oid = to_regclass(partition) and given.grantee <> relowner
      loop
        execute format('revoke all on %I from %s', partition,
          case when other = 0 then 'public' else quote_ident(pg_get_userbyid(other)) end);
      end loop;
      execute format('create trigger user_action_no_truncate before truncate on %I
        for each statement execute function audit_refuse()', partition);
      execute format('alter table user_action attach partition %I for values from (%L) to (%L)', partition,
        first_day::text || '+00', (first_day + interval '1 month')::text || '+00');
    end $$`.execute(db)
}
