import { type Kysely, sql } from 'kysely'

/** When a finding began to count: what is new of a night. It may be so for longer (`since`). Null: it does not count, or did before. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table fleet_finding add column counted_at timestamptz`.execute(db)
}
