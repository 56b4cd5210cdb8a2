import { type Kysely, sql } from 'kysely'

/** Once-only calls: whether a step was committed (R43), and the headers of the kept answer (D6). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table call_once
      add column has_committed boolean not null default false,
      add column headers jsonb not null default '{}'`.execute(db)
}
