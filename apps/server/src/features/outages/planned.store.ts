import { randomUUID } from 'node:crypto'
import {
  complaintAboutPlan,
  factRights,
  isPlannedNow,
  longestPlannedHours,
  outagesKeptDays,
  type Planned,
  type PlannedScope,
  type PlannedTime,
  plannedTimeAt,
} from '@support-console/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import { deleteInSteps } from '../../platform/database/keep.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'
import type { PlannedOutageTable } from './planned.table.ts'
import { mayReadScope } from './planned-scope.ts'
import { nameOfScope } from './scope-name.ts'

type Row = Selectable<PlannedOutageTable>
type Asked = Pick<Planned, 'of' | 'from' | 'to' | 'timeZone' | 'isWeekly' | 'until' | 'reason'>

const timesOf = (row: Row) => ({
  ...{ from: row.from_local, to: row.to_local, timeZone: row.time_zone, isWeekly: row.is_weekly },
  until: row.until_at?.toISOString() ?? null,
})

async function readPlans(db: Kysely<Tables>, now: Date): Promise<(Row & { company: string | null })[]> {
  const { rows } = await sql<Row & { company: string | null }>`
    select planned.*, company.name as company from planned_outage as planned
    left join company on scope = 'company' and company.id::text = scope_id
    where ended_at is null and over_at > ${now.toISOString()}::timestamptz order by created_at, plan_id`.execute(
    db,
  )
  return rows
}

/** Work that goes on now. */
export interface ActivePlan {
  planId: string
  of: { kind: PlannedScope; id: string }
  reason: string
  by: string
  time: PlannedTime
}

export async function activePlans(db: Kysely<Tables>, now: Date): Promise<ActivePlan[]> {
  return (await readPlans(db, now)).flatMap((row) => {
    const time = isPlannedNow(timesOf(row), now)
    const of = { kind: row.scope, id: row.scope_id }
    return time ? [{ planId: row.plan_id, of, reason: row.reason, by: row.email, time }] : []
  })
}

/** What goes on or is to come, as far as the reader may read it, the next first. */
export async function listPlans(db: Kysely<Tables>, user: User, now: Date): Promise<Planned[]> {
  const plans = (await readPlans(db, now)).flatMap((row) => {
    const times = timesOf(row)
    const next = plannedTimeAt(times, now)
    if (!next || !mayReadScope(user.may, row.scope)) return []
    const isMine = row.issuer === user.issuer && row.subject === user.subject
    const plan: Planned = {
      ...times,
      planId: row.plan_id,
      of: { kind: row.scope, id: row.scope_id },
      name: nameOfScope(row.scope, row.scope_id, row.company ?? ''),
      reason: row.reason,
      by: isMine || user.may(factRights.userAction) ? row.email : '',
      at: row.created_at.toISOString(),
      next: { from: next.from.toISOString(), to: next.to.toISOString() },
      isNow: next.from <= now,
    }
    return [plan]
  })
  return plans.sort((one, other) => one.next.from.localeCompare(other.next.from))
}

/** @throws Problem Invalid where its times are none, or over */
export async function addPlan(trx: Kysely<Tables>, asked: Asked, user: User, now: Date): Promise<string> {
  const complaint = complaintAboutPlan(asked, now)
  if (complaint) throw problems.invalid([complaint])
  const { of, from, to, timeZone, isWeekly, until, reason } = asked
  const last = isWeekly && until ? new Date(Date.parse(until) + longestPlannedHours * 3600_000) : undefined
  const { issuer, subject, email } = user
  const planId = randomUUID()
  await trx
    .insertInto('planned_outage')
    .values({
      ...{ plan_id: planId, scope: of.kind, scope_id: of.id, from_local: from, to_local: to },
      ...{
        time_zone: timeZone,
        is_weekly: isWeekly,
        until_at: until === null ? null : new Date(until),
        reason,
        issuer,
        subject,
        email,
      },
      created_at: now,
      over_at: last ?? plannedTimeAt(asked, now)?.to ?? now,
      ended_at: null,
    })
    .execute()
  return planId
}

/** @throws Problem NotFound: it is over, or they may not read it */
export async function findPlan(db: Kysely<Tables>, planId: string, user: User, now: Date): Promise<Planned> {
  const plan = (await listPlans(db, user, now)).find((found) => found.planId === planId)
  if (!plan) throw new Problem('NotFound', 'This work is not planned any more.')
  return plan
}

/** What was set aside for it counts again. @throws Problem NotFound where another was faster */
export async function endPlan(trx: Kysely<Tables>, planId: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('planned_outage')
    .set({ ended_at: now })
    .where('plan_id', '=', planId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem('NotFound', 'This work is not planned any more.')
  await sql`
    with ended as (
      update fleet_expected set ended_at = clock_timestamp() where plan_id = ${planId} and ended_at is null returning expected_id)
    update fleet_finding set expected_id = null from ended where fleet_finding.expected_id = ended.expected_id`.execute(
    trx,
  )
}

export async function forgetPlans(db: Db): Promise<void> {
  await deleteInSteps(db, 'planned_outage', sql`over_at < now() - ${outagesKeptDays} * interval '1 day'`)
}
