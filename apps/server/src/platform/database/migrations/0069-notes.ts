import { type Kysely, sql } from 'kysely'

/** Short notes on things, each until a time. The page of a thing reads its notes again when it hears of the thing (D37). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table note (
      note_id uuid primary key,
      thing_kind text not null,
      thing_id text not null,
      text text not null,
      until_at timestamptz not null,
      issuer text not null,
      subject text not null,
      email text not null,
      created_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`create index note_of_thing on note (thing_kind, thing_id, until_at)`.execute(db)
  await sql`create index note_by_time on note (until_at)`.execute(db)
  for (const kind of ['sim', 'panel', 'company'])
    await sql`
      create trigger ${sql.id(`announce_${kind}`)} after insert or update on note
        for each row when (new.thing_kind = ${sql.lit(kind)})
        execute function announce_news(${sql.lit(kind)}, 'thing_id')`.execute(db)
}
