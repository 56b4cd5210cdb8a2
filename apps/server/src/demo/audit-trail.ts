import { carrierNames, thing, type VendorCode } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { type Kysely, sql } from 'kysely'
import { type AuditEntry, appendAudits } from '../platform/audit/append-audit.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { DemoAction, DemoEntry } from './actions.ts'
import { type DemoDeed, type DemoPerson, demoDays, robot, support } from './days.ts'
import { guidOf } from './numbers.ts'
import type { SeedPart } from './seed.ts'

const entryCount = 20_000
const days = 90
const dayLength = 86_400_000
/** Every so many of SIM activity's changes of rate plans are on record as the automation operator's. */
const oneIn = 4

/**
 * 20,000 entries of the 90 days before the first start: what the staff did in office hours, the automation operator's
 * rows, an import, and what led to some of the demo world's SIM activity, under the same transactions. They are entered
 * as all others are, so that the chain proves them, too.
 */
export const auditTrailSeed: SeedPart = {
  name: 'user-actions',
  async run(trx, now) {
    const end = now.getTime()
    await sql`
      select make_month('user_action', month) from generate_series(
        ${new Date(end - days * dayLength)}::timestamptz, ${new Date(end)}::timestamptz + interval '28 days',
        interval '28 days') as month`.execute(trx)
    const sims = await trx.selectFrom('sim').select('iccid').orderBy('iccid').execute()
    const companies = await trx
      .selectFrom('company')
      .select(['id', 'name', 'sap_company_id as sapCompanyId'])
      .orderBy('id')
      .execute()
    const deeds = [...(await deedsOfSimActivity(trx, end)), importOfPanels(end)]
    const count = entryCount - deeds.reduce((sum, { action }) => sum + action.entries.length, 0)
    if (sims.length > 0 && companies.length > 0)
      deeds.push(...demoDays({ iccids: sims.map(({ iccid }) => iccid), companies }, { end, days, count }))
    const entries = deeds.flatMap(entriesOf).sort((a, b) => a.at.getTime() - b.at.getTime())
    await appendAudits(trx, entries)
  },
}

function entriesOf({
  transactionId,
  person,
  sessionId,
  begin,
  action,
}: DemoDeed): (AuditEntry & { at: Date })[] {
  return action.entries.map(
    ({ source, message, object = '', result = 'Success', detail = '', after }, i) => ({
      source,
      user: {
        issuer: 'http://localhost:8090/realms/installer-services',
        subject: person.subject,
        email: person.email,
        sessionId,
        tokenId: sessionId && guidOf(`token ${transactionId}`),
      },
      transactionId,
      ...(i > 1 && { subTransactionId: guidOf(`step ${transactionId} ${i}`) }),
      remoteAddress: person.address,
      route: source === 'console' ? 'POST /activity/v1/activitylog' : action.route,
      permission: source === 'console' ? 'activity-log.write' : action.permission,
      activity: action.screen,
      message,
      object,
      result,
      detail,
      at: new Date(Math.round(begin + after * 1000)),
    }),
  )
}

interface SimTransaction {
  id: string
  iccid: string
  vendorCode: VendorCode
  at: Date
  steps: { status: string; description: string; after: number }[]
}

/** The user actions behind SIM activity: deactivations that someone asked for, and the robot's changes of rate plans. */
async function deedsOfSimActivity(db: Kysely<Tables>, end: number): Promise<DemoDeed[]> {
  const { rows } = await sql<SimTransaction>`
    select transaction_id as id, iccid, vendor_code as "vendorCode", min(at) as at, json_agg(json_build_object(
      'status', status, 'description', description, 'after', extract(epoch from at - first_at)) order by at, event_id) as steps
    from (select *, first_value(at) over (partition by transaction_id order by at, event_id) as first_at,
        first_value(status || ' ' || description) over (partition by transaction_id order by at, event_id) as begins
      from sim_activity where at > ${new Date(end - days * dayLength)}) as event
    where begins like ${`Deactivated On request of ${support.email}%`}
      or (begins like 'ChangingRatePlan %' and mod(hashtext(transaction_id::text), ${oneIn}::int) = 0)
    group by transaction_id, iccid, vendor_code order by at, transaction_id`.execute(db)
  return rows.flatMap((each) => {
    const isByPerson = each.steps[0]?.status === 'Deactivated'
    const hour = each.at.getUTCHours()
    // People are there in office hours only; the robot always.
    if (isByPerson && (hour < 13 || hour >= 22)) return []
    const person = isByPerson ? support : robot
    return {
      transactionId: each.id,
      person,
      sessionId: guidOf(`session of ${each.id}`),
      begin: each.at.getTime() - (isByPerson ? 3000 : 0),
      action: isByPerson ? deactivation(each) : changeOfRatePlan(each),
    }
  })
}

function deactivation({ iccid, vendorCode }: SimTransaction): DemoAction {
  const carrier = carrierNames[vendorCode]
  const server = (after: number, message: string, result = 'Success'): DemoEntry => ({
    source: 'server',
    message,
    object: thing('sim', iccid),
    result,
    after,
  })
  return {
    screen: 'SIM Management',
    route: 'POST /simmanagement/v1/deactivate/{SimId}',
    permission: 'sim-management.change',
    entries: [
      { source: 'console', message: `Deactivate SIM ${iccid}`, after: 0 },
      server(0.2, `Ask ${carrier} to deactivate SIM ${iccid}`, 'Intent'),
      server(3, `Deactivate SIM ${iccid} at ${carrier}`),
      server(3.1, `Tell that SIM ${iccid} is deactivated at ${carrier}`),
    ],
  }
}

function changeOfRatePlan({ iccid, steps }: SimTransaction): DemoAction {
  return {
    screen: 'SIM Management',
    route: 'JOB rate-plan',
    permission: 'sim-management.change',
    entries: steps.map(({ status, description, after }, i) => ({
      source: 'server',
      message: `Change the rate plan of SIM ${iccid}`,
      object: thing('sim', iccid),
      result: i === 0 ? 'Intent' : status === 'Error' ? 'CarrierError' : 'Success',
      detail: description,
      after,
    })),
  }
}

/** One with more objects than are shown at once. */
function importOfPanels(end: number): DemoDeed {
  const operator: DemoPerson = { subject: 'operations', email: 'operations', address: '' }
  const { from } = world.generatedPanels
  const things = Array.from({ length: 130 }, (_, i) => `panel CBS${String(from + i).padStart(7, '0')}`)
  return {
    transactionId: guidOf('user action import of panels'),
    person: operator,
    sessionId: '',
    begin: end - 5 * dayLength - 3_600_000,
    action: {
      screen: 'Import',
      route: 'npm run import',
      permission: '',
      entries: [
        ...things.map((thing, i) => ({
          source: 'server' as const,
          message: `Change ${thing} by import`,
          object: thing,
          detail: 'changed: firmware',
          after: i / 100,
        })),
        {
          source: 'server',
          message: 'Import panels.csv',
          object: 'panels',
          detail: '130 changed',
          after: 1.5,
        },
      ],
    },
  }
}
