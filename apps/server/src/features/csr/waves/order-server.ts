import { randomUUID } from 'node:crypto'
import { thing, withWhy } from '@support-console/contract'
import { sql } from 'kysely'
import { type AuditedTransaction, auditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { mayStill } from '../../../platform/sign-on/known-rights.ts'
import { beginnerOf } from '../../../platform/undertakings/behalf.ts'
import { enter } from '../../../platform/undertakings/undertakings.ts'
import type { AgentStatus } from '../../../systems/csr-agent/csr-agent.adapter.ts'
import { type beginDeployment, kind as deploymentKind } from '../begin-deployment.ts'
import { inWords } from '../deployment.store.ts'
import { moveServer, type PlanRow, type ServerRow, wavesKind } from './waves.store.ts'
import type { WavesParts, WavesRun } from './waves-run.ts'

type Before = AgentStatus & { at: string }
interface Submit {
  before: Before | undefined
  /** The rules of a submit say no: why. */
  refused: (why: string) => Promise<unknown>
  begin: (
    trx: AuditedTransaction,
    behalf: PlanRow['actor'],
    deploymentId: string,
    before: Before | undefined,
  ) => ReturnType<typeof beginDeployment>
}

/** In one transaction: the order, its entry, and what the plan keeps of it. Where another is Pending, the next look tries again. */
export async function order(
  { platform: { db } }: WavesParts,
  run: WavesRun,
  row: ServerRow,
  direction: PlanRow['direction'],
  { before, refused, begin }: Submit,
): Promise<void> {
  try {
    await auditedTransaction(db, async (trx) => {
      // Locked until the commit: a stop comes before this order or finds it.
      const plan = await trx
        .selectFrom('wave_plan')
        .selectAll()
        .where('plan_id', '=', run.row.plan_id)
        .where(run.held)
        .forUpdate()
        .executeTakeFirst()
      const isWanted =
        plan && plan.direction === direction && plan.stopped_at === null && plan.paused_at === null
      if (!isWanted) return
      const { actor } = plan
      const may = await mayStill(trx, { ...actor, ordered_at: plan.ordered_at }, wavesKind.permission)
      if (!may) {
        await pauseIn(trx, run, plan, `${actor.email} may no longer deploy, so nothing further began.`)
        return
      }
      const deploymentId = randomUUID()
      const begun = await begin(trx, actor, deploymentId, before)
      await moveServer(
        trx,
        run,
        row,
        direction === 'back'
          ? { state: 'returning', return_id: deploymentId, note: '' }
          : {
              state: 'deploying',
              deployment_id: deploymentId,
              release_at_first_attempt: before?.release ?? row.release,
            },
      )
      await enter(trx, deploymentKind, {
        ...beginnerOf(actor),
        message: inWords(begun),
        object: thing('csr', row.ip_address),
        result: 'Intent',
        detail: withWhy(plan.why, `deployment ${deploymentId}, wave ${row.wave}`),
        subTransactionId: deploymentId,
      })
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.status !== 'Busy') await refused(error.message)
  }
}

/** The plan waits for a person, who is told by the commit. */
export async function pauseIn(
  trx: AuditedTransaction,
  run: WavesRun,
  plan: PlanRow,
  why: string,
): Promise<void> {
  const paused = await run.note(trx, { paused_why: why, paused_at: sql<Date>`clock_timestamp()` })
  if (!paused) return
  await enter(trx, wavesKind, {
    ...beginnerOf(plan.actor),
    message: `Pause the release of ${plan.release} in waves`,
    object: thing('transaction', plan.transaction_id),
    result: 'Success',
    detail: why,
  })
}
