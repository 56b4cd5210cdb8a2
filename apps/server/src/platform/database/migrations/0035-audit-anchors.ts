import { type Kysely, sql } from 'kysely'

/**
 * Time-stamps of the audit chain's head, by someone outside (docs/audit.md): as the trail itself, they are only added to.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table audit_anchor (
      number bigint primary key,
      hash bytea not null,
      at timestamptz not null,
      token bytea not null
    )`.execute(db)
  await sql`
    create trigger audit_anchor_append_only before update or delete on audit_anchor
      for each row execute function audit_refuse()`.execute(db)
  await sql`
    create trigger audit_anchor_no_truncate before truncate on audit_anchor
      for each statement execute function audit_refuse()`.execute(db)
  await sql`select audit_take_rights('audit_anchor', 'update, delete, truncate')`.execute(db)
}
