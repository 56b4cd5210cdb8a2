import { mostBatchRows, mostChosen, type OrderedSims, readWhy, type Series } from '@support-console/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { deleteInSteps } from '../../../platform/database/keep.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Behalf } from '../../../platform/undertakings/behalf.ts'
import { timesLeft } from '../../../platform/undertakings/notices.ts'
import { findWork, type WorkKind } from '../../../platform/undertakings/runs.ts'
import { batchesOfSeries } from '../batch-rows.ts'
import type {} from './series.table.ts'

export const seriesKind: WorkKind<'deactivation_series'> = {
  name: 'deactivation-series',
  permission: 'sim-management.change',
  activity: 'SIM Management',
  table: 'deactivation_series',
  id: 'series_id',
}

type From = Kysely<Tables> | Transaction<Tables>

/** The SIMs that are meant, in the order in which they are asked for. */
export async function simsOf(db: From, ordered: OrderedSims): Promise<string[]> {
  if ('iccids' in ordered) return ordered.iccids
  const rows = await db
    .selectFrom('sim')
    .select('iccid')
    .where('company_id', '=', ordered.companyId)
    .where('deactivated_at', 'is', null)
    .orderBy('iccid')
    .execute()
  return rows.map(({ iccid }) => iccid)
}

interface NewSeries extends Behalf {
  series_id: string
  name: string
  company_id: number | null
  why: string
}

/** Keeps the order, in the transaction of its call. */
export async function keepSeries(
  trx: Transaction<Tables>,
  series: NewSeries,
  iccids: readonly string[],
): Promise<void> {
  await trx.insertInto('deactivation_series').values(series).execute()
  await sql`
    insert into deactivation_series_sim (series_id, position, iccid)
    select ${series.series_id}, place, iccid from unnest(${iccids}::text[]) with ordinality as given (iccid, place)`.execute(
    trx,
  )
}

/** The SIMs of the next batch. */
export const nextSims = (trx: From, seriesId: string) =>
  trx
    .selectFrom('deactivation_series_sim')
    .select('iccid')
    .where('series_id', '=', seriesId)
    .where('deactivation_id', 'is', null)
    .orderBy('position')
    .limit(mostBatchRows)
    .execute()

/** Notes which rows of its batch the SIMs of a series became. */
export const noteBegun = (trx: From, seriesId: string, batchId: string) =>
  sql`
    update deactivation_series_sim as sim set deactivation_id = one.deactivation_id
    from deactivation as one where one.batch_id = ${batchId} and sim.series_id = ${seriesId} and sim.iccid = one.iccid`.execute(
    trx,
  )

/** Keeps how the SIMs of batches that are over ended. */
export const noteEndings = (trx: From, seriesId: string) =>
  sql`
    update deactivation_series_sim as sim set state = one.state, note = one.note
    from deactivation as one join deactivation_batch as batch using (batch_id)
    where sim.series_id = ${seriesId} and sim.deactivation_id = one.deactivation_id and batch.finished_at is not null
      and (sim.state is distinct from one.state or sim.note <> one.note)`.execute(trx)

/** The batch of a series that is not over; of a series there is at most one. */
export async function openBatchOf(db: From, seriesId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deactivation_batch')
    .select('batch_id')
    .where('series_id', '=', seriesId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row?.batch_id
}

export interface SeriesCounts {
  all: number
  success: number
  error: number
  ready: number
  waiting: number
}

export async function countSims(db: From, seriesId: string): Promise<SeriesCounts> {
  const { rows } = await sql<SeriesCounts>`
    with sim as (
      select coalesce(one.state, sim.state) as state from deactivation_series_sim as sim
      left join deactivation as one using (deactivation_id) where sim.series_id = ${seriesId})
    select count(*)::integer as all, (count(*) filter (where state = 'done'))::integer as success,
      (count(*) filter (where state in ('failed', 'unknown', 'stopped', 'invalid')))::integer as error,
      (count(*) filter (where state in ('ready', 'asking', 'waiting', 'settling')))::integer as ready,
      (count(*) filter (where state is null))::integer as waiting
    from sim`.execute(db)
  return rows[0] ?? { all: 0, success: 0, error: 0, ready: 0, waiting: 0 }
}

/** As it stands. @throws Problem NotFound */
export async function readSeries(db: From, seriesId: string): Promise<Series> {
  const row = await findWork(db as Db, seriesKind, seriesId)
  if (!row) throw new Problem('NotFound', 'There is no such series of batches. Open one from your work.')
  const isOver = row.finished_at !== null
  const [counts, batches, company, { rows: left }, times] = await Promise.all([
    countSims(db, seriesId),
    batchesOfSeries(db, seriesId),
    row.company_id === null
      ? undefined
      : db.selectFrom('company').select('name').where('id', '=', row.company_id).executeTakeFirst(),
    isOver
      ? sql<{ iccid: string }>`
          select sim.iccid from deactivation_series_sim as sim left join deactivation as one using (deactivation_id)
          where sim.series_id = ${seriesId} and coalesce(one.state, sim.state) is distinct from 'done'
            and not exists (select from sim as own where own.iccid = sim.iccid and own.deactivated_at is not null)
          order by sim.position limit ${mostChosen}`.execute(db)
      : { rows: [] },
    isOver ? undefined : timesLeft(db as Db, [seriesId]),
  ])
  return {
    seriesId,
    transactionId: row.transaction_id,
    company: row.company_id === null ? null : { companyId: row.company_id, name: company?.name ?? '' },
    createdBy: row.email,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    stoppedBy: row.stopped_by,
    ...(({ reason, ticket }) => ({ reason, ticket }))(readWhy(row.why)),
    counts,
    leftMs: times?.get(seriesId) ?? null,
    batches,
    batchCount: batches.length + Math.ceil(counts.waiting / mostBatchRows),
    left: left.map(({ iccid }) => iccid),
  }
}

/** Series that ended before that; one that a company's leaving stands on is kept as its proof. */
export const purgeSeries = (db: Db, before: Date): Promise<void> =>
  deleteInSteps(
    db,
    'deactivation_series',
    sql`finished_at < ${before} and not exists (select from leaving_series where leaving_series.series_id = deactivation_series.series_id)`,
  )
