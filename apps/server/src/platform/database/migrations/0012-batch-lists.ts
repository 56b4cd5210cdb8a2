import { type Kysely, sql } from 'kysely'

/** What a batch's list says beside its SIMs (D35): the file's name, and other columns for the file of the result. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table deactivation_batch
      add column file_name text not null default '' check (length(file_name) <= 200),
      add column other_columns text[] not null default '{}' check (cardinality(other_columns) <= 20)`.execute(
    db,
  )
  await sql`
    alter table deactivation
      add column other_cells text[] not null default '{}' check (cardinality(other_cells) <= 20)`.execute(db)
}
