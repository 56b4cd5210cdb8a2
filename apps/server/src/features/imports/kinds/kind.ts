import type { ThingKind } from '@support-console/contract'
import type { RawBuilder, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../../platform/database/tables.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'

/** A column of a CSV file. */
export interface Column {
  name: string
  /** What to write into it, for people. */
  meaning: string
  required?: true
  /** A cell's text to its value; the message of its first issue follows the cell in the report. */
  schema: z.ZodType<unknown, string>
  /** Its cells are in no report (R42). */
  secret?: true
}

/** What is wrong with a line; the column is empty where it is the line as a whole. */
export interface Fault {
  column: string
  reason: string
}

/** The values of a good line by column. A column that the file does not have is absent. */
export type Row = Record<string, unknown>

/**
 * A kind of file, and how its lines come into the database. Lines are staged in a temporary table of the kind, some
 * thousand by one parameter; there they are judged against what is kept already and, unless it is a dry run, written.
 */
export interface Kind {
  /** As its file is usually called: `sims`. */
  name:
    | 'companies'
    | 'company-reservations'
    | 'company-subnets'
    | 'panels'
    | 'sims'
    | 'users'
    | 'billing-lines'
    | 'sim-activity'
    | 'csr-releases'
    | 'csr-servers'
  /** For people: SIMs. */
  title: string
  columns: readonly Column[]
  /** The columns by which two lines mean the same thing; a second one in an import is a fault of the first of them. */
  key: readonly [string, ...string[]]
  /**
   * Its lines say nothing of one another, but for a key that comes twice, and no later kind looks for them in the
   * import: several connections may load them at once.
   */
  isIndependent?: true
  /** What cells of one line must be together. */
  check?(row: Row): Fault | undefined
  /** Encrypts what must not reach the database plain (D32); what it says already is kept to the letter. */
  seal?(trx: Transaction<Tables>, rows: readonly Row[], secrets: SecretBox): Promise<Row[]>
  /** What `seal` adds to the rows beside their columns. */
  sealed?: readonly string[]
  /** The own columns of the staging table, as in `create table`. */
  staging: string
  /**
   * `line.seq`, `line.key`, `line.line`, the own columns, then `is_new` and `changes` (text[]: what a kept thing gets, in words; empty: it is the
   * same), then `fault_column` and `fault` (null: none). It selects from `line` (see `types`) and left joins.
   */
  stage(line: LineSource): RawBuilder<unknown>
  /** A column of the staging table that later files of the same import need to know, beside the key. */
  note?: string
  /** An index on `import_seen` by which lines are looked for otherwise than by their key. */
  seenIndex?: RawBuilder<unknown>
  /** What is taken hold of before lines are judged, so that the judgement still holds when they are written. */
  hold?: RawBuilder<unknown>
  /** Finds faults that only show beside the other lines, in the staging table; one statement after the other. */
  judge?: readonly RawBuilder<unknown>[]
  /** SQL types of the columns as `line` has them; text where not named. */
  types?: Record<string, string>
  /**
   * How the audit trail names what a line adds or changes (D18): the thing for people, and what it is about, in SQL over the
   * staging table as `line`, once the lines are written. Absent: records, which are entered by their number.
   */
  things?: {
    thing: RawBuilder<string>
    /** What it is about: a kind and, in SQL, an id. */
    about: readonly [ThingKind | 'csr release', RawBuilder<unknown>]
    join?: RawBuilder<unknown>
  }
  /** Writes the staged lines that are new or changed. */
  write(context: WriteContext): RawBuilder<unknown>[]
}

/** The lines of one file inside a statement. */
export interface LineSource {
  /** `json_to_recordset(…) as line (seq bigint, …)`, all columns of the kind. */
  lines: RawBuilder<unknown>
  /** Whether the file has the column. A kept thing keeps what a file does not speak of. */
  has(column: string): boolean
}

interface WriteContext {
  /** The import's own, for SIM activity (D8). */
  transactionId: string
  /** Whether the file has the column. */
  has(column: string): boolean
}
