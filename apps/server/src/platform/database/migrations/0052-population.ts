import { type Kysely, sql } from 'kysely'

/**
 * How many panels are at home where: at which container, with SIMs of which carrier and range, counted again every quarter of
 * an hour; and how many of them stopped in which minute, with a row without names for all. So a common cause (true cause) is
 * found without counting panels. No write-ahead log, as 0051.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table webconnect_population (
      container_name text not null,
      carrier text not null,
      sim_range text not null,
      panels integer not null,
      counted_at timestamptz not null,
      primary key (container_name, carrier, sim_range)
    )`.execute(db)
  await sql`
    create unlogged table webconnect_stops (
      minute timestamptz not null,
      container_name text not null,
      carrier text not null,
      sim_range text not null,
      stopped integer not null,
      primary key (minute, container_name, carrier, sim_range)
    )`.execute(db)
  await sql`create index webconnect_absence_by_company on webconnect_absence (company_id, began_at)`.execute(
    db,
  )
}
