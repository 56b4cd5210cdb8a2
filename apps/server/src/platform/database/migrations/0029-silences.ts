import { type Kysely, sql } from 'kysely'

/**
 * When a source gave no answer about a thing: from its last answer to the next one. Where it had never given any, from when
 * it was last asked in vain.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table observed_silence (
      silence_id bigint generated always as identity primary key,
      thing_kind text not null,
      thing_id text not null,
      source text not null,
      since timestamptz not null,
      until timestamptz not null check (until >= since),
      status text not null,
      problem text not null
    )`.execute(db)
  await sql`
    create index observed_silence_by_thing on observed_silence (thing_kind, thing_id, until desc, silence_id desc)`.execute(
    db,
  )
}
