import { factRights, type Leaving, readWhy } from '@support-console/contract'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { WorkKind } from '../../platform/undertakings/runs.ts'
import { countSims } from '../sim-management/index.ts'
import type {} from './leaving.table.ts'
import { linesOf, toldLine } from './lines.store.ts'

export const leavingKind: WorkKind<'leaving'> = {
  name: 'leaving',
  permission: 'companies.change',
  activity: 'Company Management',
  table: 'leaving',
  id: 'leaving_id',
}

type From = Kysely<Tables> | Transaction<Tables>
type Row = Selectable<Tables['leaving']>

/** The one that goes on, held until the commit. @throws Problem NotFound */
export async function openLeaving(trx: Transaction<Tables>, companyId: number): Promise<Row> {
  const row = await trx
    .selectFrom('leaving')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('NotFound', 'This company is not leaving. Open its page to see its state.')
  return row
}

/** @throws Problem NotFound */
export async function readLeaving(db: From, leavingId: string, may: May): Promise<Leaving> {
  const row = await db
    .selectFrom('leaving')
    .selectAll()
    .where('leaving_id', '=', leavingId)
    .executeTakeFirst()
  if (!row) throw new Problem('NotFound', 'No company left under this ID. Open the page of the company.')
  const { reason, ticket } = readWhy(row.why)
  const company = await db
    .selectFrom('company')
    .select(['name', 'sap_company_id'])
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  return {
    leavingId,
    companyId: row.company_id,
    companyName: company.name,
    sapCompanyId: company.sap_company_id,
    ticket,
    reason,
    transactionId: row.transaction_id,
    by: row.email,
    beganAt: row.created_at.toISOString(),
    endedAt: row.finished_at?.toISOString() ?? null,
    endedBy: row.finished_by,
    lines: (row.proof ?? (await linesOf(db, row))).map((line) => toldLine(line, may)),
    series: may(factRights.deactivation) ? await seriesOf(db, leavingId) : [],
  }
}

async function seriesOf(db: From, leavingId: string): Promise<Leaving['series']> {
  const rows = await db
    .selectFrom('leaving_series')
    .innerJoin('deactivation_series as series', 'series.series_id', 'leaving_series.series_id')
    .select([
      'series.series_id as seriesId',
      'series.transaction_id as transactionId',
      'series.created_at as beganAt',
      'series.finished_at as endedAt',
      'series.email as by',
    ])
    .where('leaving_id', '=', leavingId)
    .orderBy('series.created_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ beganAt, endedAt, ...series }) => ({
      ...series,
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      counts: await countSims(db, series.seriesId),
    })),
  )
}
