import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { type AuditedTransaction, auditedTransaction } from '../audit/audited-transaction.ts'
import { deleteInSteps, keptFor } from '../database/keep.ts'
import type { Db } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { JobSignals, Jobs } from '../jobs/jobs.ts'
import { type Beginner, type Behalf, beginnerOf, type Kind } from './behalf.ts'
import { enter, type Step, takeUp } from './undertakings.ts'

interface WorkColumns extends Behalf {
  /** Null while it goes on. */
  finished_at: Date | null
}
interface FencedColumns extends WorkColumns {
  /** The run that may write (R44). */
  run_id: string | null
}

type TableWith<Columns> = {
  [Table in keyof Tables]: Selectable<Tables[Table]> extends Columns ? Table : never
}[keyof Tables]
/** A table with a row for each piece of lasting work. */
type WorkTable = TableWith<WorkColumns>
type FencedTable = TableWith<FencedColumns>

/** A kind of lasting work, with its table. */
export interface WorkKind<Table extends WorkTable> extends Kind {
  table: Table
  /** The column that identifies a piece of it. */
  id: keyof Tables[Table] & string
}

type Row<Table extends WorkTable> = Selectable<Tables[Table]>
type Change<Table extends WorkTable> = {
  [Column in keyof Updateable<Tables[Table]>]:
    | Updateable<Tables[Table]>[Column]
    | RawBuilder<Updateable<Tables[Table]>[Column]>
}
type From = Db | Transaction<Tables> | AuditedTransaction

/** What the entry of an end says, beside who began the work. */
type EndStep = Omit<Step, keyof Beginner> & Partial<Pick<Beginner, 'transactionId'>>

/** One run of a piece of work: what it writes holds as long as no other run has taken the work over, and it has not ended. */
export interface Run<Table extends FencedTable> {
  runId: string
  /** As it stood when this run took it over; its `run_id` is that of the run before. */
  row: Row<Table>
  /** For `where` of a part: this run has the work. */
  held: RawBuilder<boolean>
  /** Whether this run has the work, which then stays so until the transaction ends. */
  isHeld(trx: From): Promise<boolean>
  /** @returns undefined: nothing was written */
  note(trx: From, change: Change<Table>): Promise<Row<Table> | undefined>
  /** Ends the work, with its entry. @returns false: nothing was written */
  end(
    change: Change<Table>,
    step: (row: Row<Table>, trx: AuditedTransaction) => Promise<EndStep>,
  ): Promise<boolean>
}

/** By what all these tables have. */
const anyOf = (db: From) => db as unknown as Kysely<Record<string, FencedColumns>>
const selectFrom = (db: From, table: string) => anyOf(db).selectFrom(table)
const update = (db: From, table: string, change: object) => anyOf(db).updateTable(table).set(change)

const ofId = (id: string, value: string) => sql<boolean>`${sql.ref(id)} = ${value}`
const isOpen = sql<boolean>`finished_at is null`

export const findWork = <Table extends WorkTable>(
  db: From,
  { table, id }: WorkKind<Table>,
  workId: string,
): Promise<Row<Table> | undefined> =>
  selectFrom(db, table).selectAll().where(ofId(id, workId)).executeTakeFirst() as Promise<
    Row<Table> | undefined
  >

/** The transaction that began it; undefined: it is over. */
export const openTransactionOf = async <Table extends WorkTable>(
  db: From,
  { table, id }: WorkKind<Table>,
  workId: string,
): Promise<string | undefined> => {
  const rows = selectFrom(db, table).select('transaction_id').where(ofId(id, workId)).where(isOpen)
  return (await rows.executeTakeFirst())?.transaction_id
}

/** Has it worked on, in the transaction that begins it. */
export const sendWork = <Table extends WorkTable>(
  trx: Db,
  jobs: Jobs,
  { name }: WorkKind<Table>,
  id: string,
): Promise<void> => jobs.send(trx, name, { id })

/** Says who works on this kind, `atOnce` of them in this process. Before the start of `jobs`. */
export function workOn<Table extends WorkTable>(
  { jobs, db }: { jobs: Jobs; db: Db },
  kind: WorkKind<Table>,
  atOnce: number,
  work: (id: string, signals: JobSignals) => Promise<void>,
): void {
  takeUp<{ id: string }>(
    jobs,
    kind.name,
    { atOnce },
    ({ id }) => openTransactionOf(db, kind, id),
    ({ id }, signals) => work(id, signals),
  )
}

/**
 * Makes a run of its own the only one that may write.
 * @param also what must not be seen without it
 * @returns undefined: the work is over
 */
export async function takeOver<Table extends FencedTable>(
  db: Db,
  kind: WorkKind<Table>,
  workId: string,
  also: (trx: Transaction<Tables>) => Promise<unknown> = async () => {},
): Promise<Run<Table> | undefined> {
  const runId = randomUUID()
  const isIt = sql<boolean>`${ofId(kind.id, workId)} and ${isOpen}`
  const isOurs = sql<boolean>`run_id = ${runId}`
  const row = await db.transaction().execute(async (trx) => {
    const open = await selectFrom(trx, kind.table).selectAll().where(isIt).forUpdate().executeTakeFirst()
    if (!open) return undefined
    await update(trx, kind.table, { run_id: runId }).where(isIt).execute()
    await also(trx)
    return open as Row<Table>
  })
  if (!row) return undefined
  return {
    runId,
    row,
    held: sql`exists (select from ${sql.table(kind.table)} where ${isIt} and ${isOurs})`,
    async isHeld(trx) {
      const { rows } = await sql`
        select from ${sql.table(kind.table)} where ${isIt} and ${isOurs} for share`.execute(trx)
      return rows.length > 0
    },
    note: (trx, change) =>
      update(trx, kind.table, change).where(isIt).where(isOurs).returningAll().executeTakeFirst() as Promise<
        Row<Table> | undefined
      >,
    end: (change, step) => settleWork(db, kind, workId, change, step, isOurs),
  }
}

/**
 * Ends a piece of work, in the caller's transaction: whatever run has it, unless there is a fence.
 * @returns undefined: it is over already, or the fence does not hold
 */
export const endWork = <Table extends WorkTable>(
  trx: From,
  { table, id }: WorkKind<Table>,
  workId: string,
  change: Change<Table>,
  fence: RawBuilder<boolean> = sql`true`,
): Promise<Row<Table> | undefined> =>
  update(trx, table, { finished_at: sql`clock_timestamp()`, ...change })
    .where(ofId(id, workId))
    .where(isOpen)
    .where(fence)
    .returningAll()
    .executeTakeFirst() as Promise<Row<Table> | undefined>

/**
 * Ends a piece of work durably together with its entry; what no person began has none.
 * @returns whether it was still to be ended
 */
export const settleWork = <Table extends WorkTable>(
  db: Db,
  kind: WorkKind<Table>,
  workId: string,
  change: Change<Table>,
  step: (row: Row<Table>, trx: AuditedTransaction) => Promise<EndStep>,
  fence?: RawBuilder<boolean>,
): Promise<boolean> =>
  auditedTransaction(db, async (trx) => {
    const row = await endWork(trx, kind, workId, change, fence)
    if (!row) return false
    const behalf = row as unknown as Behalf
    const said = await step(row, trx)
    if (behalf.subject !== '') await enter(trx, kind, { ...beginnerOf(behalf), ...said })
    return true
  })

/** The hourly tidying: work that ended so many days ago goes; 0: none does. */
export const keptAfterEnd = <Table extends WorkTable>(
  { table }: WorkKind<Table>,
  days: number,
  now: () => Date,
): ((db: Db) => Promise<void>) =>
  keptFor(days, now, (db, before) => deleteInSteps(db, table, sql`finished_at < ${before}`))
