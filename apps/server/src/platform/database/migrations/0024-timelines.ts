import { type Kysely, sql } from 'kysely'

/** Ways to what a timeline tells: a SIM's deactivations, and what belongs to a transaction. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index deactivation_by_sim on deactivation (iccid)`.execute(db)
  await sql`create index deactivation_batch_by_transaction on deactivation_batch (transaction_id)`.execute(db)
  await sql`create index csr_deployment_by_transaction on csr_deployment (transaction_id)`.execute(db)
}
