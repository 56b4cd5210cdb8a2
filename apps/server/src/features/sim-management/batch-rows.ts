import {
  type Batch,
  type BatchRow,
  type BatchRowState,
  type BatchSummary,
  readWhy,
  type VendorCode,
} from '@support-console/contract'
import { type InferResult, type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import type { Carriers } from '../../systems/carriers/carrier.ts'
import { openStates } from './deactivations.table.ts'

/** How long ago a listed batch may have begun. */
const listedForDays = 30
const mostListed = 50

/** The words of ended rows; the others are Ready. */
const statusWords: Partial<Record<BatchRowState, string>> = {
  done: 'Success',
  unknown: 'Unknown',
  stopped: 'Stopped',
  failed: 'Error',
  invalid: 'Error',
}

/** The status as the specification's table has it; its prefix decides how the row looks (2.4). */
export function statusText(state: BatchRowState, note: string): string {
  const word = statusWords[state] ?? 'Ready'
  return word === 'Ready' || (state === 'done' && !note) ? word : `${word}: ${note}`
}

/** What a row says of its SIM's carrier and company, before, while and after it runs. */
export function subjectOf(carriers: Carriers, vendorCode: VendorCode | null, companyName: string | null) {
  const carrier = vendorCode && carriers[vendorCode]
  return {
    vendorCode,
    carrierName: carrier ? carrier.name : null,
    companyName,
    cannotUndo: carrier ? carrier.rules.cannotUndo : '',
  }
}

/** @throws Problem NotFound */
export async function readBatch(
  db: Kysely<Tables>,
  carriers: Carriers,
  batchId: string,
): Promise<Omit<Batch, 'isWorkedOn'>> {
  const found = await selectBatches(db).where('batch_id', '=', batchId).executeTakeFirst()
  if (!found) throw new Problem('NotFound', 'There is no batch with that ID. Open one from Recent batches.')
  const rows = await db
    .selectFrom('deactivation')
    .leftJoin('sim', 'sim.iccid', 'deactivation.iccid')
    .leftJoin('company', 'company.id', 'sim.company_id')
    .selectAll('deactivation')
    .select('company.name as company_name')
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute()
  return {
    ...toSummary(found),
    otherColumns: found.other_columns,
    rows: rows.map(
      (row): BatchRow => ({
        iccid: row.iccid,
        status: statusText(row.state, row.note),
        ...subjectOf(carriers, row.vendor_code, row.company_name),
        otherCells: row.other_cells,
        state: row.state,
        subTransactionId: row.deactivation_id,
        askedAt: row.asked_at?.toISOString() ?? null,
        settledAt: row.settled_at?.toISOString() ?? null,
      }),
    ),
  }
}

/** The batches of the last 30 days, the newest first. */
export async function recentBatches(db: Kysely<Tables>): Promise<BatchSummary[]> {
  const found = await selectBatches(db)
    .where('is_single', '=', false)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${listedForDays})`)
    .orderBy('created_at', 'desc')
    .limit(mostListed)
    .execute()
  return found.map(toSummary)
}

/** The batches of a series that have begun, in their order. */
export async function batchesOfSeries(db: Kysely<Tables>, seriesId: string): Promise<BatchSummary[]> {
  const found = await selectBatches(db).where('series_id', '=', seriesId).orderBy('created_at').execute()
  return found.map(toSummary)
}

/** The SIMs that a transaction was to deactivate, in the order of its list, and when each was asked for. */
export async function simsOfTransaction(db: Kysely<Tables>, transactionId: string) {
  const rows = await db
    .selectFrom('deactivation')
    .innerJoin('deactivation_batch as batch', 'batch.batch_id', 'deactivation.batch_id')
    .select(['iccid', 'asked_at', 'settled_at', 'state', 'problem', 'note'])
    .where('batch.transaction_id', '=', transactionId)
    .orderBy('position')
    .execute()
  return rows.map(({ iccid, asked_at, settled_at, state, problem, note }) => ({
    iccid,
    askedAt: asked_at?.toISOString() ?? null,
    settledAt: settled_at?.toISOString() ?? null,
    outcome: { state, isRefused: problem === 'CarrierError', reason: note },
  }))
}

const selectBatches = (db: Kysely<Tables>) =>
  db
    .selectFrom('deactivation_batch')
    .select([
      'batch_id',
      'transaction_id',
      'email',
      'created_at',
      'finished_at',
      'stopped_at',
      'stopped_by',
      'retry_of',
      'file_name',
      'why',
      'other_columns',
    ])
    .select(({ selectFrom, fn }) => {
      const rows = selectFrom('deactivation').whereRef(
        'deactivation.batch_id',
        '=',
        'deactivation_batch.batch_id',
      )
      const count = fn.countAll<number>().as('count')
      return [
        rows.select(count).as('all_rows'),
        rows.select(count).where('state', '=', 'done').as('done_rows'),
        rows.select(count).where('state', 'in', openStates).as('open_rows'),
      ]
    })

function toSummary(row: InferResult<ReturnType<typeof selectBatches>>[number]): BatchSummary {
  const { reason, ticket } = readWhy(row.why)
  const [all, success, ready] = [Number(row.all_rows), Number(row.done_rows), Number(row.open_rows)]
  return {
    batchId: row.batch_id,
    transactionId: row.transaction_id,
    createdBy: row.email,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    stoppedBy: row.stopped_by,
    retryOf: row.retry_of,
    fileName: row.file_name,
    reason,
    ticket,
    counts: { all, success, ready, error: all - success - ready },
  }
}

/** The last order to deactivate each of these SIMs, by ICCID; rows that never were one do not count. */
export async function lastDeactivations(
  db: Db,
  iccids: readonly string[],
): Promise<Map<string, { state: BatchRowState; note: string; at: Date }>> {
  const { rows } = await sql<{ iccid: string; state: BatchRowState; note: string; at: Date }>`
    select wanted.iccid, last.* from unnest(${iccids}::text[]) as wanted (iccid) cross join lateral (
      select state, note, coalesce(settled_at, created_at) as at
      from deactivation join deactivation_batch using (batch_id)
      where iccid = wanted.iccid and state not in ('invalid', 'stopped') order by created_at desc limit 1) as last`.execute(
    db,
  )
  return new Map(rows.map(({ iccid, ...last }) => [iccid, last]))
}

/** What batches of these transactions have beside their rows: whose SIMs they are, and how many reports of Verizon answer them. */
export async function besideBatches(
  db: Db,
  transactionIds: readonly string[],
  mostCompanies: number,
): Promise<Map<string, { companies: string[]; answers: number }>> {
  if (transactionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; companies: string[]; answers: number }>`
    with own as (
      select transaction_id as id, deactivation.* from deactivation join deactivation_batch as batch using (batch_id)
      where transaction_id = any(${transactionIds}::uuid[])),
    whose as (
      select own.id, company.name, count(*) as sims from own join company on company.id = own.company_id
      where state <> 'invalid' group by own.id, company.name)
    select id, (array(select name from whose where whose.id = own.id order by sims desc, name limit ${mostCompanies})) as companies,
      (select count(*)::integer from verizon_callback where request_id in (
        select request_id from own as other where other.id = own.id and request_id is not null)) as answers
    from own group by id`.execute(db)
  return new Map(rows.map(({ id, ...beside }) => [id, beside]))
}

/** How many reports of Verizon in that time answer no request of the console. */
export async function answersOfNone(db: Db, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from verizon_callback as report
    where received_at >= ${from.toISOString()}::timestamptz and received_at < ${to.toISOString()}::timestamptz
      and not exists (select from deactivation where request_id = report.request_id)`.execute(db)
  return rows[0]?.count ?? 0
}
