import { type Kysely, sql } from 'kysely'

/**
 * Which receiver (CSR) serves a panel, where the import knows it; how many panels reported to a receiver before a
 * deployment began. What counts who is at home where, and who stopped where (0051, 0052), counts it by receiver, too: both begin
 * again, as after a crash.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table panel add column receiver text not null default ''`.execute(db)
  await sql`alter table csr_deployment add column panels_before integer`.execute(db)
  await sql`alter table webconnect_absence add column receiver text not null default ''`.execute(db)
  for (const [table, first] of [
    ['webconnect_population', ''],
    ['webconnect_stops', 'minute, '],
  ] as const) {
    await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`alter table ${sql.table(table)} add column receiver text not null default ''`.execute(db)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(`${table}_pkey`)}`.execute(db)
    await sql`alter table ${sql.table(table)}
      add primary key (${sql.raw(first)}container_name, carrier, sim_range, receiver)`.execute(db)
  }
}
