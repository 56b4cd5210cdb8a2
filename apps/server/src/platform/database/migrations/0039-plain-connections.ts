import { type Kysely, sql } from 'kysely'

/**
 * What containers say is kept as it is: it is written again each minute, and packing it took PostgreSQL longer than anything
 * else of a look (bench/webconnect.ts); unpacked it is 110 bytes a connection.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table webconnect_connection alter column connections set storage external`.execute(db)
}
