import { type Kysely, sql } from 'kysely'

/** What a company's page tells: its SIMs in the order of their ICCIDs, and the batches that had some of them. */
export async function up(db: Kysely<never>): Promise<void> {
  // Counted and paged without reading the SIMs themselves.
  await sql`drop index sim_by_company`.execute(db)
  await sql`create index sim_by_company on sim (company_id, iccid)`.execute(db)

  // Whose the SIM was when its deactivation began, no matter who writes: later it may be somebody else's.
  await sql`alter table deactivation add column company_id integer references company (id)`.execute(db)
  await sql`
    update deactivation set company_id = sim.company_id from sim where sim.iccid = deactivation.iccid`.execute(
    db,
  )
  await sql`create index deactivation_by_company on deactivation (company_id, batch_id, state)`.execute(db)
  await sql`
    create function deactivation_company() returns trigger language plpgsql as $$
    begin
      new.company_id := (select company_id from sim where iccid = new.iccid);
      return new;
    end $$`.execute(db)
  await sql`
    create trigger deactivation_company before insert on deactivation
      for each row execute function deactivation_company()`.execute(db)
}
