import { type Kysely, sql } from 'kysely'

/**
 * Installer service keys are encrypted (D32), as VPN passwords are since 0015: each program that migrates seals what is there
 * right afterwards (`sealServiceKeys`). A key is known again by its hash alone, by which the history has it, too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table company rename column online_service_key to plain_service_key`.execute(db)
  await sql`
    alter table company
      drop constraint company_online_service_key_key,
      alter column plain_service_key drop default,
      alter column plain_service_key drop not null,
      add column sealed_service_key text not null default ''
        check (sealed_service_key ~ '^([0-9a-f]{12}:[A-Za-z0-9_-]{39,})?$'),
      add column service_key_hash text`.execute(db)
  await sql`drop trigger company_isk_first on company`.execute(db)
  await sql`drop trigger company_isk_next on company`.execute(db)
  // No one has saved these companies: their forms stay up to date (D10).
  await sql`alter table company disable trigger user`.execute(db)
  await sql`
    update company set service_key_hash = key_hash from company_isk
    where company_id = company.id and replaced_at is null`.execute(db)
  await sql`alter table company enable trigger user`.execute(db)
  await sql`
    alter table company add constraint company_no_plain_service_key check (plain_service_key is null) not valid`.execute(
    db,
  )
  await sql`
    create or replace function company_isk_history() returns trigger language plpgsql as $$
    begin
      update company_isk set replaced_at = new.key_generated_at
        where company_id = new.id and replaced_at is null;
      insert into company_isk (company_id, key_hash, made_at, made_by)
        values (new.id, new.service_key_hash, new.key_generated_at, new.key_generated_by);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger company_isk_first after insert on company
      for each row when (new.service_key_hash is not null) execute function company_isk_history()`.execute(db)
  await sql`
    create trigger company_isk_next after update of service_key_hash on company
      for each row when (new.service_key_hash is not null and old.service_key_hash is distinct from new.service_key_hash)
      execute function company_isk_history()`.execute(db)
  // The same key under another key of ours is no save.
  await sql`drop trigger company_stamp on company`.execute(db)
  await sql`
    create trigger company_stamp before update on company for each row
      when (old.sealed_service_key = new.sealed_service_key or old.service_key_hash is distinct from new.service_key_hash)
      execute function company_stamp()`.execute(db)
  // Kept answers that hold a key; who repeats such a call is told that another key has taken its place.
  await sql`delete from call_once where path like '/api/companymanager/v1/companies/%/isk%' and status is not null`.execute(
    db,
  )
}
