import { type Kysely, sql } from 'kysely'

/**
 * What needs a person, as the server last computed it: what is not so any more goes. With the rights that it takes to be told of it,
 * which are all that its news name. Also how neighbours answer, as each server sees it. No write-ahead log, as 0051: a crash empties
 * it, and the next look fills it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table attention (
      key text primary key,
      rights text[] not null,
      since timestamptz not null,
      until timestamptz,
      panels integer,
      what jsonb not null
    )`.execute(db)
  // One row: which server looks has the turn until then, and when it was last done.
  await sql`
    create unlogged table attention_look (
      only_one boolean primary key default true check (only_one),
      held_until timestamptz not null,
      looked_at timestamptz
    )`.execute(db)
  await sql`
    create unlogged table neighbour_trouble (
      server text not null,
      system text not null,
      failed integer not null,
      calls integer not null,
      since timestamptz not null,
      asked_at timestamptz not null,
      primary key (server, system)
    )`.execute(db)
  await sql`
    create function announce_attention() returns trigger language plpgsql as $$
    begin
      perform pg_notify('news', 'attention ' || array_to_string((coalesce(new, old)).rights, ','));
      return null;
    end $$`.execute(db)
  await sql`create trigger announce_attention after insert or update or delete on attention
    for each row execute function announce_attention()`.execute(db)
}
