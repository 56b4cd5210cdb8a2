import { foldedInTwo, folding } from '@support-console/contract/folded'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** `folded` of the contract, in SQL. */
const foldedName = foldedInTwo.reduce(
  (text, [sign, two]) => `replace(${text}, ${literal(sign)}, ${literal(two)})`,
  `translate(
    lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g') collate "C"),
    ${literal(folding.from)}, ${literal(folding.to)})`,
)

/**
 * For functions that run with their owner's rights: they find the tables of the schema that they are made in, which is `public`
 * unless the role has its own, and no one else's.
 */
export const inOwnSchema = (...functions: string[]): string =>
  functions
    .map(
      (name) => `execute format('alter function ${name} set search_path = %I, pg_temp', current_schema());`,
    )
    .join('\n')

/** What every table may lean on, and what the database notes of itself. */
export const databaseSchema = `
  -- Names are compared without accents, capitals and Unicode forms (D47), numbers without leading zeros (D41), and nothing by
  -- the database's locale.
  create function folded(text) returns text language sql immutable strict parallel safe
    as $$ select ${foldedName} $$;
  create function bare_number(text) returns text language sql immutable strict parallel safe
    as $$ select regexp_replace($1, '^0+(?=[0-9])', '') $$;
  -- Where the role may not make it (docs/operations/postgresql.md), names are found by words and parts alone.
  begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm cannot be made: %', sqlerrm;
  end;

  create function audit_take_rights(of_table text, rights text) returns void language plpgsql as $$
  declare
    other oid;
  begin
    for other in
      select distinct given.grantee from pg_class, aclexplode(relacl) as given
      where oid = to_regclass(of_table) and given.grantee <> relowner
    loop
      execute format('revoke %s on %I from %s', rights, of_table,
        case when other = 0 then 'public' else quote_ident(pg_get_userbyid(other)) end);
    end loop;
  end $$;
  -- For tables that are kept by months. A month is attached and not created in place, which would wait for everybody who
  -- reads. It is reached through the whole table alone, and refuses what that refuses: the rights that the owner gives on new
  -- tables by default, updates among them, are taken off.
  create function make_month(of_table text, day timestamptz) returns void language plpgsql security definer as $$
  declare
    first_day timestamp := date_trunc('month', day at time zone 'UTC');
    partition text := of_table || '_' || to_char(first_day, 'YYYY_MM');
    no_truncate text := of_table || '_no_truncate';
    refuse regproc;
  begin
    if to_regclass(quote_ident(partition)) is not null then return; end if;
    perform pg_advisory_xact_lock(7403, 5);
    if to_regclass(quote_ident(partition)) is not null then return; end if;
    select tgfoid into strict refuse from pg_trigger
      where tgrelid = to_regclass(quote_ident(of_table)) and tgname = no_truncate;
    execute format('create table %I (like %I including defaults including constraints including generated)',
      partition, of_table);
    perform audit_take_rights(partition, 'all');
    execute format('create trigger %I before truncate on %I for each statement execute function %s()',
      no_truncate, partition, refuse);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, partition,
      first_day::text || '+00', (first_day + interval '1 month')::text || '+00');
  end $$;
  ${inOwnSchema('audit_take_rights', 'make_month')}

  -- Whether this database is a demo (D31): its first start decides.
  create table demo_mark (
    only_one boolean primary key default true check (only_one),
    demo boolean not null,
    marked_at timestamptz not null default now()
  );
  create table seed_part (
    name text primary key,
    done_at timestamptz not null default now()
  );`
