import { type Kysely, sql } from 'kysely'

/** Why a batch was ordered, for the entries of its SIMs, which are written long after its own. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table deactivation_batch add column why text not null default ''`.execute(db)
}
