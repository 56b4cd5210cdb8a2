import { type Kysely, sql } from 'kysely'

/**
 * Verdicts say how certain a cause is, and no longer how bad a finding. They are derived: what was kept in the old words goes, and
 * comes again with the next look at its thing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['thing_finding', 'thing_finding_unreserved']) {
    await sql`truncate ${sql.table(table)}`.execute(db)
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint
      where conrelid = ${table}::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%fault%'`.execute(
      db,
    )
    for (const { name } of rows)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.id(`${table}_certainty`)}
      check (state in ('cause', 'likely', 'unexplained', 'not-known', 'fine'))`.execute(db)
  }
}
