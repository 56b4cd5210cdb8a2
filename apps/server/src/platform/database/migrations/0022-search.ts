import { type Kysely, sql } from 'kysely'

/**
 * What search goes by. Identifiers by their beginning and by their end, in B-trees in the order of bytes, which no language
 * changes; names by words and by trigrams. Where the role may not make the extension pg_trgm (docs/operations/postgresql.md), names
 * are found by words and parts alone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const both = async (table: string, column: string, name: string, where = '') => {
    for (const [way, key] of [
      ['begin', column],
      ['end', `reverse(${column})`],
    ])
      await sql
        .raw(`create index ${table}_${name}_${way} on ${table} ((${key}) collate "C") ${where}`)
        .execute(db)
  }
  await both('sim', 'iccid', 'iccid')
  await both('sim', 'lower(vpn_user_name)', 'vpn_user', `where vpn_user_name <> ''`)
  await both('panel', 'cloud_id', 'cloud_id')
  await both('panel', 'remote_key', 'remote_key')
  for (const name of ['physicalPanelId', 'productId', 'deviceId'])
    await sql
      .raw(
        `create index panel_${name.toLowerCase()} on panel (lower(panel_info ->> '${name}') collate "C")
          where panel_info ? '${name}'`,
      )
      .execute(db)
  await both('company', 'sap_company_id', 'sap')
  await sql`create index company_by_words on company using gin (to_tsvector('simple', name))`.execute(db)
  await sql`create index remote_user_email_begin on remote_user (email collate "C")`.execute(db)
  await sql`
    create index user_action_by_sub_transaction on user_action (sub_transaction_id)
      where sub_transaction_id is not null`.execute(db)
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index company_by_parts on company using gin (lower(name) gin_trgm_ops);
      create index remote_user_by_parts on remote_user using gin (email gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise notice 'pg_trgm cannot be made: %', sqlerrm;
    end $$`.execute(db)

  // What someone visited (D38): his own, and no one else's.
  await sql`
    create table visit (
      issuer text not null,
      subject text not null,
      kind text not null,
      id text not null,
      visited_at timestamptz not null,
      primary key (issuer, subject, kind, id)
    )`.execute(db)
  await sql`create index visit_by_time on visit (visited_at)`.execute(db)
}
