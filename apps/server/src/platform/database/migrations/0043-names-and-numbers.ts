import { foldedInTwo, folding } from '@support-console/contract/folded'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * Names are compared without accents, capitals and Unicode forms (D47), numbers without leading zeros (D41), and nothing by the
 * database's locale. Companies whose SAP Company IDs differ by zeros alone stay apart: all but the first are marked, and
 * no new one may have that number.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await makeFunctions(db)
  await sql`
    alter table company
      add column name_folded text generated always as (folded(name)) stored,
      add column sap_number text generated always as (bare_number(sap_company_id)) stored,
      add column shares_number boolean not null default false`.execute(db)
  await sql`
    update company set shares_number = true
    where exists (select from company as other where other.sap_number = company.sap_number and other.id < company.id)`.execute(
    db,
  )
  await sql`create unique index company_sap_number on company (sap_number) where not shares_number`.execute(
    db,
  )
  // Who is given another number shares it with no one: the index says so.
  await sql`
    create function company_new_number() returns trigger language plpgsql as $$
    begin
      new.shares_number := false;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger company_new_number before update of sap_company_id on company for each row
      when (bare_number(new.sap_company_id) <> bare_number(old.sap_company_id)) execute function company_new_number()`.execute(
    db,
  )
  await sql`
    alter table company_reservation
      add column sap_number text generated always as (bare_number(sap_company_id)) stored`.execute(db)
  await sql`create index company_reservation_by_number on company_reservation (sap_number)`.execute(db)

  await sql`drop index company_by_words, company_by_name`.execute(db)
  await sql`drop index if exists company_by_parts`.execute(db)
  await sql`create index company_by_name on company (name_folded collate "C")`.execute(db)
  await sql`create index company_by_words on company using gin (to_tsvector('simple', name_folded))`.execute(
    db,
  )
  await sql`
    do $$ begin
      create index company_by_parts on company using gin (name_folded gin_trgm_ops);
    exception when undefined_object then
      raise notice 'pg_trgm is not there: %', sqlerrm;
    end $$`.execute(db)

  await sql`drop index company_sap_begin, company_sap_end`.execute(db)
  await bothEnds(db, 'company', 'sap', sql`sap_number`)
  await sql`drop index sim_vpn_user_begin, sim_vpn_user_end`.execute(db)
  await bothEnds(db, 'sim', 'vpn_user', small('vpn_user_name'), sql`where vpn_user_name <> ''`)
  for (const name of ['physicalPanelId', 'productId', 'deviceId']) {
    const index = sql.id(`panel_${name.toLowerCase()}`)
    await sql`drop index ${index}`.execute(db)
    await sql`
      create index ${index} on panel ((${small(`panel_info ->> '${name}'`)}) collate "C")
        where panel_info ? ${sql.lit(name)}`.execute(db)
  }
}

async function makeFunctions(db: Kysely<never>): Promise<void> {
  const letters = sql`translate(
    lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g') collate "C"),
    ${sql.lit(folding.from)}, ${sql.lit(folding.to)})`
  const body = foldedInTwo.reduce(
    (text: RawBuilder<unknown>, [sign, two]) => sql`replace(${text}, ${sql.lit(sign)}, ${sql.lit(two)})`,
    letters,
  )
  await sql`
    create function folded(text) returns text language sql immutable strict parallel safe
      as $$ select ${body} $$`.execute(db)
  await sql`
    create function bare_number(text) returns text language sql immutable strict parallel safe
      as $$ select regexp_replace($1, '^0+(?=[0-9])', '') $$`.execute(db)
}

/** ASCII's capitals alone: identifiers have no others, and no locale changes them. */
const small = (column: string) => sql`lower((${sql.raw(column)}) collate "C")`

async function bothEnds(
  db: Kysely<never>,
  table: string,
  name: string,
  key: RawBuilder<unknown>,
  where = sql``,
): Promise<void> {
  for (const [way, by] of [
    ['begin', key],
    ['end', sql`reverse(${key})`],
  ] as const)
    await sql`
      create index ${sql.id(`${table}_${name}_${way}`)} on ${sql.table(table)} ((${by}) collate "C") ${where}`.execute(
      db,
    )
}
