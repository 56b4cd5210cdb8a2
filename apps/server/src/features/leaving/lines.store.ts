import {
  factRights,
  type Leaving,
  type LeavingLine,
  leavingLines,
  type linesByHand,
} from '@support-console/contract'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type {} from './leaving.table.ts'

type From = Kysely<Tables> | Transaction<Tables>
type Row = Selectable<Tables['leaving']>
type Line = Leaving['lines'][number]

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
export function toldLine(line: Line, may: May): Line {
  const rights = {
    sims: factRights.simsOfCompany,
    panels: factRights.panelsOfCompany,
    users: factRights.usersOfCompany,
  }
  const right = line.line in rights ? rights[line.line as keyof typeof rights] : undefined
  return right && !may(right) ? { ...line, all: null, done: null } : line
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
