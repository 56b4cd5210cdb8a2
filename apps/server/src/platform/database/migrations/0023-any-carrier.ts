import { type Kysely, sql } from 'kysely'

/**
 * Which carriers there are, and which of them are MVNOs, the contract says alone (carriers.ts): whatever brings a code
 * in, is checked by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sim', 'billing_line', 'sim_activity', 'deactivation'])
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(`${table}_vendor_code_check`)}`.execute(
      db,
    )
  await sql`alter table company drop constraint company_mnvos_in_use_check`.execute(db)
}
