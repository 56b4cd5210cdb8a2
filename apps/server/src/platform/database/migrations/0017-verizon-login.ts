import { type Kysely, sql } from 'kysely'

/**
 * How often Verizon has refused a login, counted over all servers: five in a row lock the user. A row for each set of credentials,
 * by their hash, so that a changed password begins again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table verizon_login (
      credentials text primary key,
      refusals integer not null default 0,
      refused_code text not null default '',
      refused_at timestamptz,
      trying_until timestamptz
    )`.execute(db)
}
