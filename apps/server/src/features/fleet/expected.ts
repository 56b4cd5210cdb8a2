import { randomUUID } from 'node:crypto'
import {
  type AskedExpected as Asked,
  type Expected,
  type FleetFindingKind,
  fleetFindingKinds,
  fleetFindings,
  readableFindings,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'
import { partsOf } from './all-findings.ts'

const mostDays = 366

/**
 * Notes that findings are known for good, in place of what was noted of them before.
 * @returns how many findings it is about, and which of those that were named
 * @throws Problem Invalid, Forbidden, NotFound
 */
export async function expect(
  trx: AuditedTransaction,
  asked: Asked,
  { user, now }: { user: User; now: Date },
): Promise<{ count: number; companyName: string; ids: string[] }> {
  const until = new Date(asked.until)
  const atUntil = (message: string) => problems.invalid([{ field: 'until', message }])
  if (until <= now) throw atUntil('must be in the future')
  if (until.getTime() > now.getTime() + mostDays * 86_400_000) throw atUntil('must be within a year')
  const about = { reason: asked.reason, email: user.email, until }
  return asked.of === 'company' ? ofCompany(trx, asked, about, user) : ofThings(trx, asked.ids, about, user)
}

type About = Pick<Asked, 'reason'> & { email: string; until: Date }

async function ofCompany(
  trx: AuditedTransaction,
  { companyId, finding }: Extract<Asked, { of: 'company' }>,
  about: About,
  user: User,
) {
  if (!user.may('companies.read')) throw problems.forbidden('companies.read', user)
  mustRead([finding], user)
  const company = await trx
    .selectFrom('company')
    .select('name')
    .where('id', '=', companyId)
    // Of two who expect the same at once, one follows the other.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!company) throw new Problem('NotFound', 'There is no such company. Nothing was saved.')
  const of = { finding, thing_kind: 'company', thing_id: String(companyId) } as const
  await trx
    .updateTable('fleet_expected')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('finding', '=', finding)
    .where('thing_kind', '=', 'company')
    .where('thing_id', '=', of.thing_id)
    .where('ended_at', 'is', null)
    .execute()
  const expectedId = randomUUID()
  await trx
    .insertInto('fleet_expected')
    .values({ expected_id: expectedId, ...of, ...about })
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('fleet_finding')
    .set({ expected_id: expectedId })
    .where('finding', '=', finding)
    .where('company_id', '=', companyId)
    // What is expected of a thing itself stays so.
    .where(sql<boolean>`not exists (select from fleet_expected as own where own.expected_id = fleet_finding.expected_id
      and own.thing_kind <> 'company' and own.ended_at is null and own.until > clock_timestamp())`)
    .executeTakeFirst()
  return { count: Number(numUpdatedRows), companyName: company.name, ids: [] }
}

async function ofThings(trx: AuditedTransaction, ids: readonly string[], about: About, user: User) {
  const wanted = ids.map(partsOf)
  mustRead(
    wanted.map(({ finding }) => finding as FleetFindingKind),
    user,
  )
  const { rows } = await sql<{ finding: FleetFindingKind; thing_kind: 'sim'; thing_id: string }>`
    select it.finding, it.thing_kind, it.thing_id from fleet_finding as it
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (finding text, kind text, id text)
      on it.finding = wanted.finding and it.thing_kind = wanted.kind and it.thing_id = wanted.id
    order by it.finding, it.thing_id for update of it`.execute(trx)
  if (rows.length === 0) throw new Problem('NotFound', 'These findings are already over. Nothing was saved.')
  const noted = rows.map((row) => ({ expected_id: randomUUID(), ...row, ...about }))
  await sql`
    with before as (
      update fleet_expected as it set ended_at = clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as now_noted (finding text, thing_kind text, thing_id text)
      where it.thing_kind = now_noted.thing_kind and it.thing_id = now_noted.thing_id and it.finding = now_noted.finding
        and it.ended_at is null),
    noted as (
      insert into fleet_expected (expected_id, finding, thing_kind, thing_id, reason, email, until)
      select expected_id, finding, thing_kind, thing_id, reason, email, until
      from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as noted (expected_id uuid, finding text, thing_kind text,
        thing_id text, reason text, email text, until timestamptz)
      returning expected_id, finding, thing_id)
    update fleet_finding as it set expected_id = noted.expected_id from noted
    where it.finding = noted.finding and it.thing_id = noted.thing_id`.execute(trx)
  const names = rows.map((row) => `${row.finding} ${row.thing_kind} ${row.thing_id}`)
  return { count: rows.length, companyName: '', ids: names }
}

/** @throws Problem Forbidden for findings that they may not read, whether there are any or not (D45) */
function mustRead(findings: readonly FleetFindingKind[], user: User): void {
  const readable = readableFindings(user.may)
  for (const finding of findings) {
    if (!fleetFindingKinds.includes(finding))
      throw new Problem('Invalid', `${finding} is no finding of the fleet.`)
    if (readable.includes(finding)) continue
    const lacking = fleetFindings[finding].rights.find((right) => !user.may(right))
    if (lacking) throw problems.forbidden(lacking, user)
  }
}

interface ExpectedRow {
  expected_id: string
  finding: FleetFindingKind
  thing_kind: 'sim' | 'panel' | 'csr' | 'company'
  thing_id: string
  reason: string
  email: string
  created_at: Date
  until: Date
  company_name: string | null
}

/** What is known for good now: of a thing, while it still has that finding. */
export async function listExpected(db: Db, user: User, now: Date): Promise<Expected[]> {
  const rows = await expectedRows(db, user, now, sql`true`)
  return rows.map(toExpected)
}

const expectedRows = async (
  db: Db | AuditedTransaction,
  { may }: Pick<User, 'may'>,
  now: Date,
  which: ReturnType<typeof sql>,
): Promise<ExpectedRow[]> => {
  const { rows } = await sql<ExpectedRow>`
    select known.*, company.name as company_name from fleet_expected as known
    left join company on known.thing_kind = 'company' and company.id::text = known.thing_id
    where known.until > ${now} and known.ended_at is null and known.finding = any(${readableFindings(may)}::text[]) and ${which}
      and case when known.thing_kind = 'company' then ${may('companies.read')}::boolean
        else exists (select from fleet_finding as it where it.expected_id = known.expected_id) end
    order by known.until, known.expected_id limit 1000`.execute(db)
  return rows
}

const toExpected = (row: ExpectedRow): Expected => ({
  expectedId: row.expected_id,
  finding: row.finding,
  thing: row.thing_kind === 'company' ? null : { kind: row.thing_kind, id: row.thing_id },
  company:
    row.thing_kind === 'company' ? { companyId: Number(row.thing_id), name: row.company_name ?? '' } : null,
  reason: row.reason,
  by: row.email,
  at: row.created_at.toISOString(),
  until: row.until.toISOString(),
})

/** @throws Problem NotFound: it has ended, or they may not read it */
export async function endExpected(
  trx: AuditedTransaction,
  expectedId: string,
  user: User,
  now: Date,
): Promise<Expected> {
  const [row] = await expectedRows(trx, user, now, sql`known.expected_id = ${expectedId}`)
  const over = () => new Problem('NotFound', 'This finding is no longer expected.')
  if (!row) throw over()
  const ended = await trx
    .updateTable('fleet_expected')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('expected_id', '=', expectedId)
    .where('ended_at', 'is', null)
    .returning('expected_id')
    .executeTakeFirst()
  if (!ended) throw over()
  await sql`
    update fleet_finding as it set expected_id = ${expectedOfCompany('it')} where expected_id = ${expectedId}`.execute(
    trx,
  )
  return toExpected(row)
}

/** What is expected of all of the company of a finding, where anything is. */
export const expectedOfCompany = (of: 'it' | 'found') => sql`(
  select expected_id from fleet_expected as known
  where known.thing_kind = 'company' and known.thing_id = ${sql.ref(`${of}.company_id`)}::text
    and known.finding = ${sql.ref(`${of}.finding`)} and ended_at is null order by until desc limit 1)`

/** Where the time of what was expected of a thing itself is over, what is expected of its company holds again. */
export const passOnExpected = (db: Db, now: Date) =>
  sql`
    update fleet_finding as it set expected_id = ${expectedOfCompany('it')} from fleet_expected as own
    where own.expected_id = it.expected_id and own.thing_kind <> 'company' and own.until <= ${now}`.execute(
    db,
  )
