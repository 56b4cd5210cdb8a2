import { type Kysely, sql } from 'kysely'

/**
 * What one look at a thing found is one entry of its timeline, however many sources were asked (D46): each change has the
 * transaction of its look, and each look a row that says when it was, whose, and whether it found a change.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table observed_change add column transaction_id uuid`.execute(db)
  await sql`
    create index observed_change_by_transaction on observed_change (transaction_id) where transaction_id is not null`.execute(
    db,
  )
  await sql`
    create table observed_look (
      thing_kind text not null,
      thing_id text not null,
      transaction_id uuid not null,
      at timestamptz not null,
      email text not null,
      has_change boolean not null,
      primary key (thing_kind, thing_id, transaction_id)
    )`.execute(db)
  await sql`create index observed_look_by_thing on observed_look (thing_kind, thing_id, at desc)`.execute(db)
}
