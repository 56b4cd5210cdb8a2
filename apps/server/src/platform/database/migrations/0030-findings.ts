import { type Kysely, sql } from 'kysely'

/**
 * The verdict of a thing's last diagnosis, so that lists can show it and go by it. Only another verdict is news of the thing:
 * looking again is not.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table thing_finding (
      thing_kind text not null check (thing_kind in ('sim', 'panel')),
      thing_id text not null,
      code text,
      state text not null check (state in ('fault', 'warning', 'unknown', 'fine')),
      since timestamptz not null,
      at timestamptz not null default now(),
      primary key (thing_kind, thing_id)
    )`.execute(db)
  for (const kind of ['sim', 'panel'])
    for (const [name, events, when] of [
      ['first', 'insert', ''],
      ['other', 'update', ' and (old.code, old.state) is distinct from (new.code, new.state)'],
    ])
      await sql
        .raw(`
          create trigger announce_${name}_${kind}_finding after ${events} on thing_finding for each row
            when (new.thing_kind = '${kind}'${when}) execute function announce_news('${kind}', 'thing_id')`)
        .execute(db)
}
