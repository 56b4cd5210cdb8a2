import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from './open-database.ts'
import type { Tables } from './tables.ts'

/** So many rows are under way at a time; some hold an answer of tens of kilobytes. */
const rowsAtOnce = 500

/** What of a database is copied; the tables of both sides are the same, since both are of the same version. */
interface CopiedTable {
  /** schema.table, quoted. */
  name: string
  /** Quoted; without those that the database itself computes. */
  columns: string[]
}

interface Compared {
  table: string
  rows: number
}

/** The two sides do not hold the same; the message is a sentence for the operator. */
export class CopyFailed extends Error {
  override name = 'CopyFailed'
}

/**
 * Copies all rows of one database into another one of the same version that no one has used yet, in one transaction: either
 * all of it is there afterwards, compared table by table, or nothing is. Ids and sequences stay as they are. Anyone who calls has
 * the source for themselves, and is the owner of the target.
 * @throws CopyFailed
 */
export async function copyDatabase(source: Db, target: Db): Promise<Compared[]> {
  return target.transaction().execute(async (to) =>
    source.transaction().execute(async (from) => {
      // The same text for the same time on both sides.
      for (const db of [from, to]) await sql`set local timezone = 'UTC'`.execute(db)
      await makeMonthsOf(from, to)
      const tables = await tablesOf(from)
      mustBeSame(tables, await tablesOf(to))
      await withoutTriggers(to, async () => {
        for (const { name } of [...tables].reverse()) await sql.raw(`delete from ${name}`).execute(to)
        for (const table of tables) await copyTable(from, to, table)
      })
      await copySequences(from, to)
      const compared: Compared[] = []
      for (const table of tables) compared.push(await compare(from, to, table))
      return compared
    }),
  )
}

/** What is kept by months has in the target the months that the source has. */
async function makeMonthsOf(from: Kysely<Tables>, to: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ parent: string; month: string }>`
    select parent.relname as parent, replace(right(month.relname, 7), '_', '-') || '-01' as month
    from pg_inherits join pg_class as month on month.oid = inhrelid join pg_class as parent on parent.oid = inhparent
    where parent.relkind = 'p' and month.relname ~ '_\\d{4}_\\d\\d$'`.execute(from)
  for (const { parent, month } of rows)
    await sql`select make_month(${parent}, ${month}::timestamptz)`.execute(to)
}

/** A table's name in both databases, whose own schemas may differ. */
const nameOf = (schema: RawBuilder<unknown>, name: RawBuilder<unknown>) =>
  sql`case when ${schema} = current_schema() then format('%I', ${name}) else format('%I.%I', ${schema}, ${name}) end`

/** Those that others refer to first; without Kysely's and pg-boss's own notes of their versions, which the target has. */
async function tablesOf(db: Kysely<Tables>): Promise<CopiedTable[]> {
  const { rows } = await sql<CopiedTable & { id: string; refers: string[] }>`
    select ${nameOf(sql`nspname`, sql`relname`)} as name, class.oid::text as id,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select array_agg(confrelid::text) from pg_constraint
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid), '{}') as refers
    from pg_class as class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in (current_schema(), 'jobs') and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely_migration%' and (nspname, relname) <> ('jobs', 'version')
    order by name`.execute(db)
  const sorted: typeof rows = []
  const add = (table: (typeof rows)[number]) => {
    if (sorted.includes(table)) return
    for (const id of table.refers) {
      const other = rows.find((each) => each.id === id)
      if (other) add(other)
    }
    sorted.push(table)
  }
  rows.forEach(add)
  return sorted.map(({ name, columns }) => ({ name, columns }))
}

function mustBeSame(here: CopiedTable[], there: CopiedTable[]): void {
  const columnsOf = (tables: CopiedTable[]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.join()]))
  const [ours, theirs] = [columnsOf(here), columnsOf(there)]
  const other = [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (name) => ours.get(name) !== theirs.get(name),
  )
  if (other.length > 0)
    throw new CopyFailed(`The two databases do not have the same tables: ${other.join(', ')}.`)
}

/** The trail is append-only, and chains what comes in: here all of it comes as it is. Its triggers are back at the end. */
async function withoutTriggers(db: Kysely<Tables>, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct ${nameOf(sql`nspname`, sql`relname`)} as name
    from pg_trigger join pg_class as class on class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in (current_schema(), 'jobs') and not tgisinternal`.execute(db)
  for (const { name } of rows) await sql.raw(`alter table ${name} disable trigger user`).execute(db)
  await work()
  for (const { name } of rows) await sql.raw(`alter table ${name} enable trigger user`).execute(db)
}

/** Row by row as the text of the whole row, which leaves no value another one. */
async function copyTable(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  { name, columns }: CopiedTable,
): Promise<void> {
  const list = columns.join(', ')
  const fields = columns.map((column) => `(kept.whole).${column}`).join(', ')
  await sql
    .raw(`declare copied no scroll cursor for select whole::text as text from ${name} as whole`)
    .execute(from)
  for (;;) {
    const { rows } = await sql<{ text: string }>`${sql.raw(`fetch ${rowsAtOnce} from copied`)}`.execute(from)
    if (rows.length === 0) break
    await sql`
      insert into ${sql.raw(name)} (${sql.raw(list)}) overriding system value
      select ${sql.raw(fields)}
      from (select unnest(${rows.map(({ text }) => text)}::text[])::${sql.raw(name)} as whole) as kept`.execute(
      to,
    )
  }
  await sql`close copied`.execute(from)
}

async function copySequences(from: Kysely<Tables>, to: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string; last: string }>`
    select ${nameOf(sql`schemaname`, sql`sequencename`)} as name, last_value::text as last from pg_sequences
    where schemaname in (current_schema(), 'jobs') and last_value is not null`.execute(from)
  for (const { name, last } of rows) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(to)
}

/** Rows, and the sum of their checksums, which no order changes, each side by itself. */
async function compare(from: Kysely<Tables>, to: Kysely<Tables>, { name }: CopiedTable): Promise<Compared> {
  const read = async (db: Kysely<Tables>) => {
    const { rows } = await sql<{ rows: number; sum: string }>`
      select count(*)::integer as rows,
        coalesce(sum(('x' || left(md5(whole::text), 15))::bit(60)::bigint::numeric), 0)::text as sum
      from ${sql.raw(name)} as whole`.execute(db)
    return rows[0] ?? { rows: 0, sum: '' }
  }
  const [here, there] = [await read(from), await read(to)]
  if (here.rows !== there.rows || here.sum !== there.sum)
    throw new CopyFailed(
      `${name} is not the same on both sides: ${here.rows} rows (checksum ${here.sum}) here, ${there.rows} (${there.sum}) there.`,
    )
  return { table: name, rows: here.rows }
}
