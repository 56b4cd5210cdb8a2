import { type Kysely, sql } from 'kysely'

/**
 * What a search of millions still walked through: identifiers of other kinds of things between those that neighbours told
 * of one kind, names of companies, and bills of SIMs that the inventory does not have.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index observed_identifier_by_form, observed_identifier_by_end`.execute(db)
  await sql`
    create index observed_identifier_by_form on observed_identifier (thing_kind, form text_pattern_ops)`.execute(
    db,
  )
  await sql`
    create index observed_identifier_by_end on observed_identifier (thing_kind, reverse(form) text_pattern_ops)`.execute(
    db,
  )
  await sql`create index company_by_name on company ((lower(name)) collate "C")`.execute(db)
  await sql`create index billing_line_by_sim on billing_line (iccid)`.execute(db)
}
