import { randomUUID } from 'node:crypto'
import { calls, factRights, sayWhy, thing, type WavePlan } from '@support-console/contract'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { problems } from '../../../platform/problem.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import { type Beginner, behalfOf } from '../../../platform/undertakings/behalf.ts'
import { sendWork } from '../../../platform/undertakings/runs.ts'
import type { AgentView } from '../../states/index.ts'
import { usualDurations } from './durations.ts'
import { type Planned, panelsOf, planWaves } from './plan-waves.ts'
import { registerPresses } from './press-waves.routes.ts'
import { previewWaves } from './preview-waves.ts'
import { readWaves } from './read-waves.ts'
import { plural, wavesKind } from './waves.store.ts'

interface Parts {
  jobs: Jobs
  view: () => AgentView
}

/** Releases in waves (D61), beside the one by one of 2.10. */
export function registerWaves(api: Api, { jobs, view }: Parts): void {
  const { db, config } = api.platform
  registerPresses(api, jobs)

  registerCall(api, calls.previewWaves, async ({ body, user }) => ({
    data: await previewWaves(db, body, view(), user.may(factRights.panel)),
  }))

  registerCall(api, calls.beginWaves, async ({ body: { panels, ...plan }, query, ...who }, work) => {
    work.about({ message: `Release ${plan.release} in waves` })
    return work.finish(async (trx) => {
      const planned = await planWaves(trx, plan, view())
      const all = panelsOf(planned.waves.flat())
      if (config.environment === 'prod' && panels !== all)
        throw problems.invalid([
          { field: 'panels', message: `must be the number of panels behind these servers, ${all} now` },
        ])
      const planId = await keepPlan(trx, plan, planned, { ...who, why: sayWhy(query) })
      await sendWork(trx, jobs, wavesKind, planId)
      const count = plural(plan.servers.length, 'server')
      const inWaves = plural(planned.waves.length, 'wave')
      return {
        status: 'Accepted',
        data: { planId },
        message: `The release has started: ${count} in ${inWaves}.`,
        headers: { location: `/api/csrmanagement/v1/waves/${planId}` },
        entry: {
          message: `Release ${plan.release} to ${count} in ${inWaves}`,
          object: thing('transaction', who.transactionId),
          result: 'Intent',
          detail: sayPlan(plan, planned),
        },
      }
    })
  })

  registerCall(api, calls.getWaves, async ({ params }) => ({ data: await readWaves(db, params.planId) }))
}

/** 'wave 1: csr-02, csr-05', with the budget. */
const sayPlan = (plan: WavePlan, { budget, waves }: Planned): string =>
  [
    ...waves.map((targets, at) => `wave ${at + 1}: ${targets.map(({ server }) => server).join(', ')}`),
    `at most ${budget} panels off the air, ${plan.errorsAllowed} errors allowed`,
  ].join('\n')

async function keepPlan(
  trx: AuditedTransaction,
  { servers: _, ...settings }: WavePlan,
  { budget, waves }: Planned,
  { why, ...beginner }: Beginner & { user: User; why: string },
): Promise<string> {
  const planId = randomUUID()
  const behalf = behalfOf(wavesKind, beginner)
  const usual = await usualDurations(trx, settings.release)
  await trx
    .insertInto('wave_plan')
    .values({
      plan_id: planId,
      release: settings.release,
      settings: JSON.stringify(settings),
      budget,
      actor: JSON.stringify(behalf),
      why,
      ...behalf,
    })
    .execute()
  await trx
    .insertInto('wave_server')
    .values(
      waves.flatMap((targets, at) =>
        targets.map((target, position) => ({
          plan_id: planId,
          csr_id: target.csrId,
          wave: at + 1,
          position,
          panels: target.agent_panels,
          panels_at: target.agent_at,
          predicted_ms: usual.get(target.release) ?? null,
        })),
      ),
    )
    .execute()
  return planId
}
