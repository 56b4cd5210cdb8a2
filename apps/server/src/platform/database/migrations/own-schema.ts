import { type Kysely, type RawBuilder, sql } from 'kysely'

/** The schema that holds the tables, for functions that run with other rights: `public`, unless the role has its own. */
export async function ownSchema(db: Kysely<never>): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return sql.id(rows[0]?.schema ?? 'public')
}
