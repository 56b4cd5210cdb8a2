import { type Kysely, sql } from 'kysely'

/**
 * Room on each page for the next version of its rows: what a neighbour says again is then written without a new entry in
 * every index, which was half of the write-ahead log of WebConnect's transitions (bench/webconnect.ts).
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['observation', 'observed_identifier'])
    await sql.raw(`alter table ${table} set (fillfactor = 75)`).execute(db)
}
