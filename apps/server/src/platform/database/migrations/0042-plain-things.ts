import { type Kysely, sql } from 'kysely'

/**
 * What an entry of the audit trail is about, by a rule that asks for no class of characters: what is a space differs
 * between JavaScript, PGlite and PostgreSQL, and there with the locale. Entries so far stay as they are; `audit_older`
 * keeps the last one of them, so that audit:verify can judge each by the rules of its time.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table audit_older (
      only_one boolean primary key default true check (only_one),
      last_id bigint not null
    )`.execute(db)
  // Changes under way end first, with their entries; from here on the new rule holds.
  await sql`lock table user_action in share row exclusive mode`.execute(db)
  await sql`
    insert into audit_older (last_id)
      select coalesce(pg_sequence_last_value(pg_get_serial_sequence('user_action', 'id')::regclass), 0)`.execute(
    db,
  )
  await sql`
    create trigger audit_older_append_only before update or delete on audit_older
      for each row execute function audit_refuse()`.execute(db)
  await sql`
    create trigger audit_older_no_truncate before truncate on audit_older
      for each statement execute function audit_refuse()`.execute(db)
  await sql`select audit_take_rights('audit_older', 'insert, update, delete, truncate')`.execute(db)
  await sql`
    create or replace function user_action_thing() returns trigger language plpgsql as $$
    declare
      kind text := split_part(new.object, ' ', 1);
      id text := substr(new.object, length(kind) + 2);
    begin
      if id = '' or length(id) > 254 or id ~ '[^!-~]' or kind not in ('sim', 'panel', 'company', 'csr', 'container', 'user',
        'transaction', 'batch', 'session', 'reservation') then kind := null; id := null; end if;
      new.thing_kind := kind;
      new.thing_id := id;
      return new;
    end $$`.execute(db)
}
