import { pastOf } from '../../platform/database/past.schema.ts'

/**
 * What needs a person, as the server last computed it: what is not so any more goes. With the rights that it takes to be told of it,
 * which are all that its news name. Also how neighbours answer, as each server sees it. No write-ahead log: a crash empties it, and
 * the next look fills it.
 */
export const attentionSchema = `
  create unlogged table attention (
    key text primary key,
    rights text[] not null,
    since timestamptz not null,
    until timestamptz,
    panels integer,
    what jsonb not null
  );
  create function announce_attention() returns trigger language plpgsql as $$
  begin
    perform pg_notify('news', 'attention ' || array_to_string((coalesce(new, old)).rights, ','));
    return null;
  end $$;
  create trigger announce_attention after insert or update or delete on attention
    for each row execute function announce_attention();
  -- Who has a row in hand; it ends with the row.
  create table attention_taken (
    key text primary key,
    word text not null,
    issuer text not null,
    subject text not null,
    email text not null,
    taken_at timestamptz not null
  );
  create function announce_taken() returns trigger language plpgsql as $$
  begin
    perform pg_notify('news', 'attention ' || array_to_string(rights, ',')) from attention where key = (coalesce(new, old)).key;
    return null;
  end $$;
  create trigger announce_taken after insert or update or delete on attention_taken
    for each row execute function announce_taken();
  create unlogged table attention_look (
    only_one boolean primary key default true check (only_one),
    held_until timestamptz not null,
    looked_at timestamptz
  );
  create unlogged table neighbour_trouble (
    server text not null,
    system text not null,
    failed integer not null,
    calls integer not null,
    since timestamptz not null,
    asked_at timestamptz not null,
    primary key (server, system)
  );
  ${pastOf({ table: 'attention', key: ['key'] })}
  ${pastOf({ table: 'attention_look', key: ['only_one'], ignored: ['held_until'], capped: ['looked_at'], gap: ['looked_at', '2 minutes'] })}`
