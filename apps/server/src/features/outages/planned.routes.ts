import { calls, type Planned, thing } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import { addPlan, endPlan, findPlan, listPlans } from './planned.store.ts'
import { scopeNamed } from './planned-scope.ts'

/** Planned work: outages that are expected (issue 52, 6). */
export function registerPlanned(api: Api): void {
  const { db, clock } = api.platform

  registerCall(api, calls.listPlanned, async ({ user }) => ({ data: await listPlans(db, user, clock.now()) }))

  registerCall(api, calls.planOutage, async ({ body, user, transactionId }, work) => {
    const { name, object = thing('transaction', transactionId) } = await scopeNamed(db, body.of, user)
    const message = `Plan work on ${name} ${sayTimes(body)}`
    work.about({ message, object })
    return work.finish(async (trx) => ({
      data: { planId: await addPlan(trx, body, user, clock.now()) },
      message: 'Planned. Home and Fleet set aside what is expected then.',
      entry: { message, object, detail: body.reason },
    }))
  })

  registerCall(api, calls.endPlanned, async ({ params, user, transactionId }, work) => {
    const plan = await findPlan(db, params.planId, user, clock.now())
    const { name, object = thing('transaction', transactionId) } = await scopeNamed(db, plan.of, user)
    return work.finish(async (trx) => {
      await endPlan(trx, plan.planId, clock.now())
      return {
        data: null,
        message: 'The work is not planned any more.',
        entry: { message: `End planned work on ${name} ${sayTimes(plan)}`, object, detail: plan.reason },
      }
    })
  })
}

/** 'from 2026-11-29 02:00 to 2026-11-29 04:00 (America/Toronto), each week until …' */
function sayTimes({
  from,
  to,
  timeZone,
  until,
}: Pick<Planned, 'from' | 'to' | 'timeZone' | 'until'>): string {
  return `from ${from} to ${to} (${timeZone})${until ? `, each week until ${sayUtc(new Date(until))}` : ''}`
}
