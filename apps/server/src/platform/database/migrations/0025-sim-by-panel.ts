import { type Kysely, sql } from 'kysely'

/** The way from a panel to the SIMs that the inventory has in it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index sim_by_panel on sim (panel) where panel <> ''`.execute(db)
}
