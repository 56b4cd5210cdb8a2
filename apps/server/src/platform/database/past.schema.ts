import { inOwnSchema } from './database.schema.ts'

/** Of a table whose rows change in place, what makes its past. Its columns, as text of SQL. */
interface Kept {
  table: string
  /** What tells its rows apart. */
  key: readonly string[]
  /** The company that a row belongs to. */
  company?: string
  /** When a row came into being, if the table says it; otherwise that is noted. */
  born?: string
  /** Another value of these is no other version: what is said again, or counted. */
  ignored?: readonly string[]
  /** Never copied. */
  secret?: readonly string[]
  /** Times that were never later than the moment that is looked at. */
  capped?: readonly string[]
  /** A longer pause of this time is a version of its own: what was not heard is not known. */
  gap?: readonly [column: string, longest: string]
}

const list = (names: readonly string[] = []) =>
  `array[${names.map((name) => `'${name}'`).join(', ')}]::text[]`

/** After its table in a schema: from now on former versions of its rows are kept, and read at a moment of the past. */
export const pastOf = ({ table, key, company, born, ignored, secret, capped, gap }: Kept): string =>
  `perform keep_past_of('${table}', ${list(key)}, ${literal(company)}, ${literal(born)}, ${list([...(ignored ?? []), ...(capped ?? [])])},
    ${list(secret)}, ${list(capped)}, ${literal(gap?.[0])}, ${literal(gap?.[1])});`

const literal = (text: string | undefined) => (text === undefined ? 'null' : `'${text}'`)

/** The same for what is written once: what came later was not there. */
export const pastByTime = (table: string, time: string): string =>
  pastView(table, `select * from ${table} where ${time} <= looked_at_moment()`)

/** A relation as it was at the moment, under its own name, in the schema of the past, whose others are `past.…` in its query. */
export const pastView = (name: string, query: string): string =>
  `execute format('create view %1$I.%2$I as %3$s', current_schema() || '_past', '${name}',
    replace(${quoted(query)}, ' past.', format(' %I.', current_schema() || '_past')));`
const quoted = (text: string) => `$view$${text}$view$`

/**
 * What was so at a moment of the past, by what was known then. Tables keep the newest version of their rows; the former ones
 * stand here, each with from when until when it was the newest. In the schema of the past, named after the present one, each
 * table that keeps them stands as it was: who reads at a moment searches names there and nowhere else, so nothing of now can be
 * taken for what was.
 */
export const pastSchema = `
  execute format('create schema %I', current_schema() || '_past');
  create table past_version (
    relation text not null,
    key text not null,
    -- The last part of the key: what a thing is found by.
    id text not null,
    company_id integer,
    kept_from timestamptz not null,
    kept_until timestamptz not null,
    -- Null: there was no such row.
    was jsonb
  );
  create index past_version_of_row on past_version (relation, id, kept_until);
  create index past_version_of_company on past_version (company_id, relation, kept_until) where company_id is not null;
  create index past_version_by_time on past_version (relation, kept_until);

  -- When something is kept: in tests another time.
  create function kept_now() returns timestamptz language sql volatile as 'select clock_timestamp()';
  -- The moment that this connection looks at.
  create function looked_at_moment() returns timestamptz language sql stable parallel safe
    as $$ select current_setting('console.moment')::timestamptz $$;
  ${inOwnSchema('looked_at_moment')}

  create function keep_version() returns trigger language plpgsql as $$
  declare
    -- Key, company, born, ignored, secret, gap.
    said constant jsonb := tg_argv[0];
    former jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    present constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
    of_row constant text := (select string_agg(coalesce(former, present) ->> name, ' ') from jsonb_array_elements_text(said -> 'key') as name);
    of_id constant text := coalesce(former, present) ->> (said -> 'key' ->> -1);
    ignored constant text[] := array(select jsonb_array_elements_text(said -> 'ignored'));
  begin
    if tg_op = 'UPDATE' and former - ignored = present - ignored and ((said ->> 'gap') is null
      or (present ->> (said ->> 'gap'))::timestamptz - (former ->> (said ->> 'gap'))::timestamptz <= (said ->> 'longest')::interval)
    then return null; end if;
    insert into past_version (relation, key, id, company_id, kept_from, kept_until, was)
      select tg_table_name, of_row, of_id, (former ->> (said ->> 'company'))::integer,
        coalesce((select max(kept_until) from past_version where relation = tg_table_name and id = of_id and key = of_row),
          (former ->> (said ->> 'born'))::timestamptz, '-infinity'),
        kept_now(), former - array(select jsonb_array_elements_text(said -> 'secret'));
    return null;
  end $$;

  create function keep_past_of(of_table text, key text[], company text, born text, ignored text[], secret text[], capped text[],
    gap text, longest text) returns void language plpgsql as $$
  declare
    said constant text := jsonb_build_object('key', key, 'company', company, 'born', born, 'ignored', ignored, 'secret', secret,
      'gap', gap, 'longest', longest);
    row_key constant text := (select string_agg(format('it.%I::text', name), ' || '' '' || ') from unnest(key) as name);
    present text;
    former text;
  begin
    select string_agg(case when name = any(capped) then capped_at when name = any(secret) then no_secret else own end, ', ' order by attnum),
      string_agg(case when name = any(capped) then capped_at when name = any(secret) then no_secret
        -- By these a version is found without a look at what it holds.
        when name = key[cardinality(key)] then format('version.id::%s as %I', type, name)
        when name = company then format('version.company_id as %I', name) else own end, ', ' order by attnum)
      into present, former
      from (
        select attname as name, attnum, format_type(atttypid, atttypmod) as type, format('it.%I', attname) as own,
          format('case when it.%1$I > looked_at_moment() then looked_at_moment() else it.%1$I end as %1$I', attname) as capped_at,
          format('null::%s as %I', format_type(atttypid, atttypmod), attname) as no_secret
        from pg_attribute where attrelid = of_table::regclass and attnum > 0 and not attisdropped) as columns;
    execute format('create trigger keep_changed_version after update on %1$I for each row when (old.* is distinct from new.*)
        execute function keep_version(%2$L);
      create trigger keep_deleted_version after delete on %1$I for each row execute function keep_version(%2$L)', of_table, said);
    if born is null then
      execute format('create trigger keep_beginning after insert on %I for each row execute function keep_version(%L)', of_table, said);
    end if;
    execute format('create view %1$I.%2$I as
      select %3$s from %2$I as it where not exists (
        select from past_version as version where relation = %2$L and version.id = it.%7$I::text and version.key = %4$s and kept_until > looked_at_moment()) %5$s
      union all
      select %6$s from past_version as version cross join lateral jsonb_populate_record(null::%2$I, was) as it
      where relation = %2$L and kept_until > looked_at_moment() and kept_from <= looked_at_moment() and was is not null',
      current_schema() || '_past', of_table, present, row_key,
      case when born is not null then format('and it.%I <= looked_at_moment()', born) end, former, key[cardinality(key)]);
  end $$;`
