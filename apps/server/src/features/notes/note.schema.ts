const announced = (kind: string) => `
  create trigger announce_${kind} after insert or update on note for each row
    when (new.thing_kind = '${kind}') execute function announce_news('${kind}', 'thing_id');`

/** Short notes on things, each until a time. The page of a thing reads its notes again when it hears of the thing (D37). */
export const noteSchema = `
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
  );
  create index note_of_thing on note (thing_kind, thing_id, until_at);
  create index note_by_time on note (until_at);
  ${['sim', 'panel', 'company'].map(announced).join('')}`
