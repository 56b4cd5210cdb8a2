import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type ActivePlan, activePlans } from '../outages/index.ts'

/** A panel was last heard so long before the work began at most; in milliseconds. */
const heardBeforeMs = 15 * 60_000

/** Findings of silence that are new since planned work began on what they are of are expected until it ends (issue 52, 6). */
export async function expectPlanned(db: Db, now: Date): Promise<void> {
  for (const plan of await activePlans(db, now)) await db.transaction().execute((trx) => expectOf(trx, plan))
}

async function expectOf(trx: Kysely<Tables>, { planId, of, reason, by, time }: ActivePlan): Promise<void> {
  const since = new Date(time.from.getTime() - heardBeforeMs).toISOString()
  const isOf = {
    container: sql`it.now = ${of.id}`,
    company: sql`it.company_id::text = ${of.id}`,
    carrier: sql`it.carrier = ${of.id}`,
    csr: sql`exists (select from panel where cloud_id = it.thing_id and receiver = ${of.id})`,
    webconnect: sql`true`,
  }[of.kind]
  // One that a person ended before the work did stays so.
  await sql`
    with found as (
      select it.finding, it.thing_id, gen_random_uuid() as expected_id from fleet_finding as it
      where it.finding in ('silent', 'not-connected') and it.expected_id is null and it.since >= ${since}::timestamptz and ${isOf}
        and not exists (select from fleet_expected as ended where ended.plan_id = ${planId} and ended.finding = it.finding
          and ended.thing_id = it.thing_id and ended.created_at >= ${time.from.toISOString()}::timestamptz)
      order by it.finding, it.thing_id for update of it),
    noted as (
      insert into fleet_expected (expected_id, finding, thing_kind, thing_id, reason, email, until, plan_id)
      select expected_id, finding, 'panel', thing_id, ${reason}, ${by}, ${time.to.toISOString()}::timestamptz, ${planId}::uuid from found
      returning expected_id, finding, thing_id)
    update fleet_finding as it set expected_id = noted.expected_id from noted
    where it.finding = noted.finding and it.thing_id = noted.thing_id`.execute(trx)
}
