import { type Kysely, sql } from 'kysely'

/** Exports and archives look for the links of a time. Entries come nearly in their order, so a block's range will do. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index audit_chain_by_time on audit_chain using brin (entry_at) with (autosummarize = on)`.execute(
    db,
  )
}
