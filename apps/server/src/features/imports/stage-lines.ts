import { bareNumber } from '@support-console/contract'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { Fault, Kind, Row } from './kinds/index.ts'
import { kinds } from './kinds/index.ts'

/** A good line on its way into the database. */
export interface Line {
  /** Of the file. */
  line: number
  row: Row
}

/** Lines of one file. */
export interface Lines {
  kind: Kind
  /** Number of the file in the import, for the report. */
  file: number
  /** The columns that the file has. */
  columns: ReadonlySet<string>
  lines: readonly Line[]
}

/** A line that the database's content speaks against. */
export interface StagedFault extends Fault {
  line: number
  /** Where the same thing stands already in this import. */
  firstAt?: { file: number; line: number }
}

export interface Judgement {
  added: number
  changed: number
  faults: StagedFault[]
}

/**
 * Makes the temporary tables of an import on its connection: one for the lines of each kind, emptied by each commit,
 * and one that remembers the key of every line, so that memory stays flat and a line that comes twice is found.
 */
export async function makeStaging(db: Kysely<Tables>): Promise<void> {
  await dropStaging(db)
  await sql`
    create temporary table import_seen (
      kind text, key text, seq bigint, file integer, line integer, note text, primary key (kind, key)
    )`.execute(db)
  for (const { seenIndex } of kinds) await seenIndex?.execute(db)
  for (const kind of kinds)
    await sql`
      create temporary table ${tableOf(kind)} (
        seq bigint, key text, line integer, ${sql.raw(kind.staging)},
        is_new boolean, changes text[], fault_column text, fault text
      ) on commit delete rows`.execute(db)
}

export async function dropStaging(db: Kysely<Tables>): Promise<void> {
  await sql`drop table if exists ${sql.join([sql.id('import_seen'), ...kinds.map(tableOf)])}`.execute(db)
}

/** Stages lines, finds those that do not fit what is there, and leaves the others in the staging table. */
export async function stageLines(
  trx: Transaction<Tables>,
  { kind, file, columns, lines }: Lines,
  firstSeq: number,
  secrets: SecretBox,
): Promise<Judgement> {
  // A few thousand look-ups by index cost the same in a table of any size; reading it whole for each of them does not.
  await sql`set local enable_hashjoin = off`.execute(trx)
  await sql`set local enable_mergejoin = off`.execute(trx)
  const table = tableOf(kind)
  await kind.hold?.execute(trx)
  const rows = await asStored(trx, kind, lines)
  const sealed = (await kind.seal?.(trx, rows, secrets)) ?? rows
  await sql`insert into ${table} ${kind.stage({
    lines: recordset(
      kind,
      lines.map(({ line }, i) => ({ line, row: sealed[i] ?? {} })),
      firstSeq,
    ),
    has: (column) => columns.has(column),
  })}`.execute(trx)
  await sql`
    with fresh as (
      insert into import_seen select ${kind.name}::text, key, seq, ${file}::integer, line, ${kind.note ? sql.ref(kind.note) : null}::text
        from ${table} order by key, seq
      on conflict do nothing returning seq
    )
    update ${table} set fault_column = ${kind.key[0]}::text, fault = null
    where seq not in (select seq from fresh)`.execute(trx)
  for (const statement of kind.judge ?? []) await statement.execute(trx)
  const faults = await takeOutFaults(trx, kind)
  const counted = await sql<{ added: number; changed: number }>`
    select count(*) filter (where is_new)::integer as added,
      count(*) filter (where not is_new and changes <> '{}')::integer as changed
    from ${table}`.execute(trx)
  return { added: 0, changed: 0, ...counted.rows[0], faults }
}

/** What a staged line has added or changed, in words for the audit trail. */
export interface ChangedThing {
  /** 'SIM 8901170000000000013' */
  thing: string
  /** 'sim 8901170000000000013' */
  object: string
  isNew: boolean
  /** 'carrier, company' */
  changes: string
}

/** What the staged lines have added or changed, in their order, once they are written; undefined for a kind of records. */
export async function changedThings(
  trx: Transaction<Tables>,
  kind: Kind,
): Promise<ChangedThing[] | undefined> {
  if (!kind.things) return undefined
  const { thing, about, join = sql`` } = kind.things
  const { rows } = await sql<ChangedThing>`
    select ${thing} as thing, ${`${about[0]} `} || ${about[1]} as object, line.is_new as "isNew",
      array_to_string(line.changes, ', ') as changes
    from ${tableOf(kind)} as line ${join}
    where line.is_new or line.changes <> '{}' order by line.seq`.execute(trx)
  return rows
}

const twice = 'the same stands already in this import'

async function takeOutFaults(trx: Transaction<Tables>, kind: Kind): Promise<StagedFault[]> {
  const { rows } = await sql<{
    seq: number
    line: number
    column: string
    reason: string | null
    first_seq: number
    first_file: number
    first_line: number
  }>`
    with faulty as (delete from ${tableOf(kind)} where fault_column is not null returning *)
    select faulty.seq, faulty.line, faulty.fault_column as column, faulty.fault as reason,
      seen.seq as first_seq, seen.file as first_file, seen.line as first_line
    from faulty join import_seen as seen on seen.kind = ${kind.name} and seen.key = faulty.key
    order by faulty.seq`.execute(trx)
  if (rows.length === 0) return []
  // A line that is not taken stands in no one's way, and nothing refers to it.
  const own = rows.filter((row) => row.first_seq === row.seq).map((row) => row.seq)
  await sql`delete from import_seen where kind = ${kind.name} and seq = any(${own}::bigint[])`.execute(trx)
  return rows.map(({ line, column, reason, first_file, first_line }) =>
    reason === null
      ? { line, column, reason: twice, firstAt: { file: first_file, line: first_line } }
      : { line, column, reason },
  )
}

const tableOf = (kind: Kind) => sql.id(`import_${kind.name.replaceAll('-', '_')}`)

/** All lines as one parameter: several times faster than one for each cell. */
function recordset(kind: Kind, lines: readonly Line[], firstSeq: number): RawBuilder<unknown> {
  const json = JSON.stringify(
    lines.map(({ line, row }, i) => ({ ...row, seq: firstSeq + i, key: keyOf(kind, row), line })),
  )
  const names = [...kind.columns.map(({ name }) => name), ...(kind.sealed ?? [])]
  const columns = names.map((name) => sql`${sql.id(name)} ${sql.raw(kind.types?.[name] ?? 'text')}`)
  return sql`json_to_recordset(${json}::json) as line (seq bigint, key text, line integer, ${sql.join(columns)})`
}

const isSapNumber = (column: string) => /sapCompanyId$/i.test(column)

/** By which two lines mean the same thing; numbers without leading zeros (D41). */
export const keyOf = (kind: Kind, row: Row): string =>
  kind.key
    .map((column) => (isSapNumber(column) ? bareNumber(textOf(row, column)) : (row[column] ?? '')))
    .join('|')

const textOf = (row: Row, column: string): string => String(row[column] ?? '')

/** The rows, with each SAP Company ID as it is stored already, whatever zeros the file writes before it (D41). */
async function asStored(db: Kysely<Tables>, kind: Kind, lines: readonly Line[]): Promise<Row[]> {
  const rows = lines.map(({ row }) => row)
  const columns = kind.columns.map(({ name }) => name).filter(isSapNumber)
  const given = [
    ...new Set(rows.flatMap((row) => columns.map((column) => textOf(row, column)).filter(Boolean))),
  ]
  if (given.length === 0) return rows
  const { rows: known } = await sql<{ given: string; stored: string }>`
    select given, stored.sap_company_id as stored from unnest(${given}::text[]) as given
    cross join lateral (
      select sap_company_id from (
        select sap_company_id, false as is_reserved from company where sap_number = bare_number(given)
        union all select sap_company_id, true from company_reservation where sap_number = bare_number(given)) as each
      order by sap_company_id = given desc, is_reserved limit 1) as stored
    where stored.sap_company_id <> given`.execute(db)
  if (known.length === 0) return rows
  const stored = new Map(known.map((each) => [each.given, each.stored]))
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      columns
        .filter((column) => stored.has(textOf(row, column)))
        .map((column) => [column, stored.get(textOf(row, column))]),
    ),
  }))
}
