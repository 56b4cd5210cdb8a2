import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/platform/database/open-database.ts'

/** What the world begins with, and what a world may change of it, each with its key. */
const keys = {
  company: ['id'],
  company_subnet: ['subnet_id'],
  panel: ['cloud_id'],
  sim: ['iccid'],
  csr: ['csr_id'],
  billing_line: ['iccid', 'year', 'month', 'plan'],
} as const
const inventory = Object.keys(keys) as (keyof typeof keys)[]
/** Of no world. */
const apart = new Set<string>([
  ...inventory,
  ...[
    'kysely_migration',
    'kysely_migration_lock',
    'seed_part',
    'demo_mark',
    'csr_release',
    'webconnect_turn',
  ],
  ...['company_isk', 'company_reservation', 'remote_user', 'user_not_before', 'audit_chain', 'audit_anchor'],
  ...['audit_verified', 'verizon_login', 'ended_session', 'refused_calls'],
])

/** The past of a database: it can be pushed back, and forgotten. */
export interface Past {
  /** All that is kept of what happened lies so much further back: as if that much time had passed. */
  pushBack(minutes: number): Promise<void>
  /** Nothing has happened, and the inventory is as it was. */
  forget(): Promise<void>
}

/** Older rows are the demo's own. */
const recently = `now() - interval '5 days'`
const isInstant = `'^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$'`

export async function openPast(db: Db): Promise<Past> {
  const columns = await columnsOf(db)
  const timesOf = ({ type }: Column) => type === 'timestamp with time zone'
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
  const ofInventory = tables.filter(([table]) => table in keys)
  const happened = tables.filter(([table]) => !apart.has(table))
  // No trigger and no reference stands in the way.
  const begin = `perform set_config('session_replication_role', 'replica', true);`
  const pushed = ([table, own]: (typeof tables)[number]) => {
    const times = own.filter(timesOf)
    if (times.length === 0) return ''
    const isInKey = times.some(({ isKey }) => isKey)
    // Far away first, so that no row meets one that has not been pushed yet.
    const away = isInKey ? `interval '100 years'` : `interval '0'`
    const far = times.map(({ column }) => `"${column}" = "${column}" + ${away}`)
    const back = times.map(({ column }) => {
      const was = `("${column}" - ${away})`
      return `"${column}" = case when ${was} > ${recently} then ${was} - by else ${was} end`
    })
    if (isInKey) return `update "${table}" set ${far}; update "${table}" set ${back};`
    return `update "${table}" set ${back} where ${times.map(({ column }) => `"${column}" > ${recently}`).join(' or ')};`
  }
  const restored = ([table, own]: (typeof tables)[number]) => {
    const same = keys[table as keyof typeof keys].map((key) => `was.${key} = now.${key}`).join(' and ')
    const names = own.map(({ column }) => `"${column}"`)
    return `
      delete from "${table}" as now where not exists (
        select from "was_${table}" as was where ${same} and was.* is not distinct from now.*);
      insert into "${table}" (${names}) overriding system value select ${names} from "was_${table}" as was
        where not exists (select from "${table}" as now where ${same});`
  }
  await sql
    .raw(`
      do $$ begin ${begin}
        ${ofInventory
          .flatMap(([table, own]) =>
            own
              .filter(timesOf)
              .map(({ column }) => `update "${table}" set "${column}" = "${column}" - interval '30 days';`),
          )
          .join('\n')}
      end $$`)
    .execute(db)
  for (const [table] of ofInventory)
    await sql`create table ${sql.table(`was_${table}`)} as table ${sql.table(table)}`.execute(db)
  await sql
    .raw(`
      create function push_back(by interval) returns void language plpgsql as $$ begin ${begin}
        ${[...happened, ...ofInventory].map(pushed).join('\n')}
        ${withinTexts}
      end $$`)
    .execute(db)
  await sql
    .raw(`
      create function forget_all() returns void language plpgsql as $$ begin ${begin}
        ${happened.map(([table]) => `delete from "${table}";`).join('\n')}
        ${ofInventory.map(restored).join('\n')}
      end $$`)
    .execute(db)

  return {
    async pushBack(minutes) {
      if (minutes > 0) await sql`select push_back(${minutes} * interval '1 minute')`.execute(db)
    },
    async forget() {
      await sql`select forget_all()`.execute(db)
    },
  }
}

/** Times that stand within texts. */
const earlier = (value: string) =>
  `case when ${value} ~ ${isInstant} then to_char((${value}::timestamptz - by) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else ${value} end`
const withinTexts = `
  update observation set fields = (select jsonb_object_agg(key, ${earlier('value')}) from jsonb_each_text(fields))
    where fields::text ~ '\\dT\\d\\d:\\d\\d';
  update observed_change set before = ${earlier('before')}, after = ${earlier('after')}
    where before ~ ${isInstant} or after ~ ${isInstant};
  update webconnect_connection set connections = (
    select jsonb_agg((
      select jsonb_agg(case when jsonb_typeof(value) = 'number' and value::numeric > 1e12
          then to_jsonb(value::numeric - round(extract(epoch from by) * 1000)) else value end order by place)
      from jsonb_array_elements(kept) with ordinality as part (value, place)) order by nth)
    from jsonb_array_elements(connections::jsonb) with ordinality as each (kept, nth))::text
  where connections <> '[]';`

type Column = Awaited<ReturnType<typeof columnsOf>>[number]

async function columnsOf(db: Db) {
  const { rows } = await sql<{ table: string; column: string; type: string; isKey: boolean }>`
    select c.table_name as table, column_name as column, c.data_type as type,
      relkind = 'r' and exists (select from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisunique and attname = column_name) as "isKey"
    from information_schema.columns as c
    join pg_class on relname = c.table_name and relkind in ('r', 'p') and not relispartition
      and relnamespace = current_schema()::regnamespace
    where c.table_schema = current_schema() and c.is_generated = 'NEVER' order by ordinal_position`.execute(
    db,
  )
  return rows
}
