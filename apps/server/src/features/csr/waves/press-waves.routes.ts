import { calls, sayWhy, thing } from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { Problem } from '../../../platform/problem.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import { type Beginner, behalfOf } from '../../../platform/undertakings/behalf.ts'
import { sendWork } from '../../../platform/undertakings/runs.ts'
import { namesOfTroubles } from './evidence.ts'
import { findPlan, type PlanRow, plural, readServers, wavesKind } from './waves.store.ts'

/** What a person presses while a release in waves goes on, or after it: go on, stop, way back. */
export function registerPresses(api: Api, jobs: Jobs): void {
  const { db, clock } = api.platform

  registerCall(api, calls.goOnWaves, async ({ params: { planId }, ...who }, work) => {
    await findPlan(db, planId)
    const troubles = await namesOfTroubles(db, clock.now())
    return work.finish(async (trx) => {
      const plan = await lockPlan(trx, planId)
      if (plan.paused_at === null)
        throw new Problem('Conflict', 'This release does not wait for a person. Reload the page.')
      const servers = await readServers(trx, planId)
      const next = servers.find(({ state }) => state === 'waiting')?.wave ?? Number.POSITIVE_INFINITY
      const taken = servers.filter(
        ({ state, accepted_by: by }) => (state === 'undecided' || state === 'failed') && by === null,
      )
      await trx
        .updateTable('wave_server')
        .set({ accepted_by: who.user.email })
        .where('plan_id', '=', planId)
        .where('state', 'in', ['undecided', 'failed'])
        .where('accepted_by', 'is', null)
        .execute()
      await press(trx, jobs, planId, who, {
        paused_why: null,
        paused_at: null,
        accepted_wave: Math.max(0, ...servers.map(({ wave }) => wave).filter((wave) => wave < next)),
        accepted_troubles: troubles,
      })
      const names = taken.map(({ server, state }) => `${server} (${state})`).join(', ')
      return {
        data: null,
        message: 'The release goes on.',
        entry: {
          message: `Go on with the release of ${plan.release} in waves`,
          object: thing('transaction', plan.transaction_id),
          detail: [plan.paused_why, names && `taken as they are: ${names}`].filter(Boolean).join('\n'),
        },
      }
    })
  })

  registerCall(api, calls.stopWaves, async ({ params: { planId }, ...who }, work) => {
    await findPlan(db, planId)
    return work.finish(async (trx) => {
      const plan = await lockPlan(trx, planId)
      if (plan.finished_at !== null || plan.stopped_at !== null)
        throw new Problem(
          'Conflict',
          'This release is over or stopped already, so there was nothing to stop.',
        )
      await press(trx, jobs, planId, who, {
        stopped_by: who.user.email,
        stopped_at: sql<Date>`clock_timestamp()`,
        paused_why: null,
        paused_at: null,
      })
      const running = (await readServers(trx, planId)).filter(
        ({ state }) => state === 'deploying' || state === 'returning',
      )
      const ends =
        running.length === 0 ? '' : ` ${plural(running.length, 'deployment')} under way will still end.`
      return {
        data: null,
        message: `No further server begins.${ends}`,
        entry: {
          message: `Stop the release of ${plan.release} in waves`,
          object: thing('transaction', plan.transaction_id),
        },
      }
    })
  })

  registerCall(api, calls.returnWaves, async ({ params: { planId }, query, ...who }, work) => {
    await findPlan(db, planId)
    return work.finish(async (trx) => {
      const plan = await lockPlan(trx, planId)
      if (plan.direction === 'back' && plan.finished_at === null)
        throw new Problem('Conflict', 'These servers are being brought back already. Reload the page.')
      // Another press of a person is another attempt at those that were left.
      await trx
        .updateTable('wave_server')
        .set({ state: 'failed' })
        .where('plan_id', '=', planId)
        .where('state', '=', 'left')
        .execute()
      const servers = (await readServers(trx, planId)).filter(
        ({ release_at_first_attempt: first, state }) =>
          first !== null && state !== 'returned' && state !== 'aside',
      )
      if (servers.length === 0)
        throw new Problem('Conflict', 'No server of this release is to be brought back.')
      await press(trx, jobs, planId, who, {
        direction: 'back',
        finished_at: null,
        paused_why: null,
        paused_at: null,
        stopped_by: null,
        stopped_at: null,
        ...(sayWhy(query) && { why: sayWhy(query) }),
      })
      const count = plural(servers.length, 'server')
      return {
        data: null,
        message: `${count} will be brought back, the worst first.`,
        entry: {
          message: `Bring ${count} back from ${plan.release}`,
          object: thing('transaction', plan.transaction_id),
          result: 'Intent',
          detail: servers
            .map(({ server, release_at_first_attempt: first }) => `${server}: ${first}`)
            .join('\n'),
        },
      }
    })
  })
}

async function lockPlan(trx: AuditedTransaction, planId: string): Promise<PlanRow> {
  return trx
    .selectFrom('wave_plan')
    .selectAll()
    .where('plan_id', '=', planId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** What a person pressed holds from here on, on their behalf; a new run reads it. */
async function press(
  trx: AuditedTransaction,
  jobs: Jobs,
  planId: string,
  who: Beginner & { user: User },
  change: object,
): Promise<void> {
  await trx
    .updateTable('wave_plan')
    .set({
      ...change,
      actor: JSON.stringify(behalfOf(wavesKind, who)),
      ordered_at: sql<Date>`clock_timestamp()`,
    })
    .where('plan_id', '=', planId)
    .execute()
  await sendWork(trx, jobs, wavesKind, planId)
}
