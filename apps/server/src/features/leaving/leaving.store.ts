import {
  factRights,
  type Leaving,
  type LeavingLine,
  leavingLines,
  type linesByHand,
  readWhy,
} from '@support-console/contract'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { WorkKind } from '../../platform/undertakings/runs.ts'
import { countSims } from '../sim-management/index.ts'
import type {} from './leaving.table.ts'

export const leavingKind: WorkKind<'leaving'> = {
  name: 'leaving',
  permission: 'companies.change',
  activity: 'Company Management',
  table: 'leaving',
  id: 'leaving_id',
}

type From = Kysely<Tables> | Transaction<Tables>
type Row = Selectable<Tables['leaving']>
type Line = Leaving['lines'][number]

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

/** How each line stands now: what the console can see is counted, the rest is as people say. */
export async function linesOf(db: From, { leaving_id, company_id, created_at, email }: Row): Promise<Line[]> {
  const [{ rows: counts }, noted] = await Promise.all([
    sql<Record<'sims' | 'panels' | 'users', number> & Record<'simsDone' | 'panelsDone', number> & Facts>`
      select (select count(*)::integer from sim where company_id = company.id) as sims,
        (select count(*)::integer from sim where company_id = company.id and deactivated_at is not null) as "simsDone",
        (select max(deactivated_at) from sim where company_id = company.id) as "simsAt",
        (select count(*)::integer from panel where company_id = company.id) as panels,
        (select count(*)::integer from panel where company_id = company.id and flagged) as "panelsDone",
        (select max(flag_changed_at) from panel where company_id = company.id and flagged) as "panelsAt",
        (select count(*)::integer from remote_user where company_id = company.id) as users,
        case when key_generated_at > ${created_at} then key_generated_at end as "keyAt", key_generated_by as "keyBy"
      from company where id = ${company_id}`.execute(db),
    db.selectFrom('leaving_line').selectAll().where('leaving_id', '=', leaving_id).execute(),
  ])
  const [found] = counts
  if (!found) return []
  const at = (time: Date | null) => time?.toISOString() ?? null
  const seen: Partial<Record<LeavingLine, Partial<Line>>> = {
    sims: {
      all: found.sims,
      done: found.simsDone,
      isDone: found.simsDone === found.sims,
      at: found.simsDone === found.sims ? at(found.simsAt) : null,
      // The person who began it had them deactivated.
      by: found.simsDone === found.sims && found.sims > 0 ? email : null,
    },
    panels: {
      all: found.panels,
      done: found.panelsDone,
      isDone: found.panelsDone === found.panels,
      at: found.panelsDone === found.panels ? at(found.panelsAt) : null,
    },
    users: { all: found.users },
    key: found.keyAt ? { isDone: true, at: at(found.keyAt), by: found.keyBy } : {},
  }
  return leavingLines.map((line) => {
    const said = noted.find((one) => one.line === line)
    return {
      ...{ line, isDone: false, all: null, done: null, at: null, by: null, note: '' },
      ...seen[line],
      ...(said && { isDone: true, at: at(said.done_at), by: said.done_by, note: said.note }),
    }
  })
}

interface Facts {
  simsAt: Date | null
  panelsAt: Date | null
  /** Of a key that was made since the leaving began. */
  keyAt: Date | null
  keyBy: string | null
}

/** Counts are told to who may read what is counted (D45). */
function toldLine(line: Line, may: May): Line {
  const rights = {
    sims: factRights.simsOfCompany,
    panels: factRights.panelsOfCompany,
    users: factRights.usersOfCompany,
  }
  const right = line.line in rights ? rights[line.line as keyof typeof rights] : undefined
  return right && !may(right) ? { ...line, all: null, done: null } : line
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

/** Notes what a person says of a line that is ended by hand. */
export async function noteLine(
  trx: Transaction<Tables>,
  leavingId: string,
  {
    line,
    isDone,
    note,
    by,
  }: { line: (typeof linesByHand)[number]; isDone: boolean; note: string; by: string },
): Promise<void> {
  await trx.deleteFrom('leaving_line').where('leaving_id', '=', leavingId).where('line', '=', line).execute()
  if (isDone)
    await trx.insertInto('leaving_line').values({ leaving_id: leavingId, line, note, done_by: by }).execute()
}
