import { randomUUID } from 'node:crypto'
import { thing, withWhy } from '@support-console/contract'
import { sql } from 'kysely'
import { type AuditedTransaction, auditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { mayStill } from '../../../platform/sign-on/known-rights.ts'
import { beginnerOf } from '../../../platform/undertakings/behalf.ts'
import { enter } from '../../../platform/undertakings/undertakings.ts'
import type { AgentStatus } from '../../../systems/csr-agent/csr-agent.adapter.ts'
import { beginDeployment, beginReturn, kind as deploymentKind } from '../begin-deployment.ts'
import { inWords } from '../deployment.store.ts'
import { expectedOutageOf, whyAside } from './aside.ts'
import { moveServer, type PlanRow, type ServerRow, wavesKind } from './waves.store.ts'
import { askServer, type WavesParts, type WavesRun } from './waves-run.ts'

interface Candidate {
  row: ServerRow
  signal: AbortSignal
}

/** Asks its agent, puts it aside or orders it: one ordinary submit by the person (2.10). */
export async function beginForward(
  parts: WavesParts,
  run: WavesRun,
  plan: PlanRow,
  { row, off, signal }: Candidate & { off: number },
): Promise<void> {
  const { db, clock } = parts.platform
  const aside = (note: string) => moveServer(db, run, row, { state: 'aside', note })
  const { data, report } = await askServer(parts, row, signal)
  if (!data) return void (await aside(`Its agent does not answer: ${report.message}`))
  const expected = await expectedOutageOf(db, row.server, clock.now())
  const why = await whyAside(db, { ...row, said: data }, plan, expected)
  if (why !== undefined) return void (await aside(why))
  if (off + data.panels > plan.budget) return
  await order(parts, run, row, 'forward', {
    before: { ...data, at: report.askedAt },
    refused: aside,
    begin: (trx, behalf, deploymentId, before) =>
      beginDeployment(trx, parts.jobs, {
        behalf,
        deploymentId,
        ipAddress: row.ip_address,
        release: plan.release,
        seen: row.release,
        before,
      }),
  })
}

export async function beginBack(
  parts: WavesParts,
  run: WavesRun,
  plan: PlanRow,
  { row, signal }: Candidate,
): Promise<void> {
  const { db, clock } = parts.platform
  const first = row.release_at_first_attempt ?? ''
  const { data, report } = await askServer(parts, row, signal)
  const isThere =
    data?.state === 'idle' && data.release === first && row.release === first && row.status === 'Succeeded'
  if (isThere)
    return void (await moveServer(db, run, row, {
      state: 'returned',
      note: `It runs ${first} already.`,
      judged_at: clock.now(),
    }))
  const leave = (note: string) => moveServer(db, run, row, { state: 'left', note, judged_at: clock.now() })
  if (data && data.state === 'idle' && data.panels > plan.budget)
    return void (await leave(`It has ${data.panels} panels now, and the budget is ${plan.budget}.`))
  await order(parts, run, row, 'back', {
    before: data ? { ...data, at: report.askedAt } : undefined,
    refused: leave,
    begin: (trx, behalf, deploymentId, before) =>
      beginReturn(trx, parts.jobs, {
        behalf,
        deploymentId,
        ipAddress: row.ip_address,
        lastId: row.return_id ?? row.deployment_id ?? '',
        to: first,
        before,
      }),
  })
}

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
async function order(
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
