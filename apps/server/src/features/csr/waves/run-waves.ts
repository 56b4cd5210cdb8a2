import { randomUUID } from 'node:crypto'
import { isWithinHours, thing, waitsAfterCount, withWhy } from '@support-console/contract'
import { sql } from 'kysely'
import { type AuditedTransaction, auditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { JobSignals, Jobs } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { NeighbourError } from '../../../platform/outbound/index.ts'
import { Problem } from '../../../platform/problem.ts'
import { mayStill } from '../../../platform/sign-on/known-rights.ts'
import { beginnerOf } from '../../../platform/undertakings/behalf.ts'
import { type Run, takeOver } from '../../../platform/undertakings/runs.ts'
import { enter } from '../../../platform/undertakings/undertakings.ts'
import type { AgentStatus, CsrAgents } from '../../../systems/csr-agent/csr-agent.adapter.ts'
import { askAgent } from '../ask-agent.ts'
import { beginDeployment, beginReturn, kind as deploymentKind } from '../begin-deployment.ts'
import { inWords } from '../deployment.store.ts'
import { expectedOutageOf, whyAside } from './aside.ts'
import { judge } from './gate.ts'
import { nextMove } from './moves.ts'
import {
  knownOf,
  moveServer,
  namesOfTroubles,
  type PlanRow,
  readServers,
  type ServerRow,
  standsOf,
  wavesKind,
} from './waves.store.ts'

export interface WavesParts {
  platform: Pick<Platform, 'db' | 'log' | 'clock' | 'observations'>
  jobs: Jobs
  agents: CsrAgents
  /** The wait between two looks, in milliseconds. */
  lookMs: number
}

type WavesRun = Run<'wave_plan'>

/**
 * Brings a release in waves on (D61). What has been ordered stands in the database, and each deployment goes on by itself, so
 * whichever run was killed, the next one reads where it stands.
 */
export async function runWaves(
  parts: WavesParts,
  planId: string,
  { stopping, lost }: JobSignals,
): Promise<void> {
  const { db, clock } = parts.platform
  const run = await takeOver(db, wavesKind, planId)
  if (!run) return
  const signal = AbortSignal.any([stopping, lost])
  for (;;) {
    signal.throwIfAborted()
    if ((await bringOn(parts, run, signal)) === 'rests') return
    await clock.wait(parts.lookMs, signal)
  }
}

/** One look, and what follows from it. @returns `rests`: it is over, another run's, or waits for a person */
export async function bringOn(
  parts: WavesParts,
  run: WavesRun,
  signal: AbortSignal,
): Promise<'rests' | 'goes on'> {
  const { db, clock } = parts.platform
  const plan = await heldPlan(parts, run)
  if (!plan) return 'rests'
  for (const row of await readServers(db, plan.plan_id)) await follow(parts, run, plan, row, signal)
  const servers = await readServers(db, plan.plan_id)
  const stands = servers.map(standsOf)
  const now = clock.now()
  const isForward = plan.direction === 'forward'
  const troubles = isForward ? await namesOfTroubles(db, now) : []
  const move = nextMove(
    {
      direction: plan.direction,
      isStopped: plan.stopped_at !== null,
      isPaused: plan.paused_at !== null,
      budget: plan.budget,
      errorsAllowed: plan.settings.errorsAllowed,
      pauseMs: plan.settings.pause * 60_000,
      isWithinHours: plan.settings.hours === null || isWithinHours(plan.settings.hours, now),
      acceptedWave: plan.accepted_wave,
      troubles: troubles.filter((name) => !plan.accepted_troubles.includes(name)),
      now: now.getTime(),
    },
    stands,
  )
  if (move.is === 'end') {
    await end(run)
    return 'rests'
  }
  if (move.is === 'pause') await pause(parts, run, plan, move.why)
  if (move.is === 'begin') {
    const row = servers.find(({ csr_id: csrId }) => csrId === move.csrId)
    const others = stands.filter(({ csrId }) => csrId !== move.csrId)
    const off = others.reduce((sum, { offAir }) => sum + offAir, 0)
    if (row)
      await (isForward
        ? beginForward(parts, run, plan, { row, off, signal })
        : beginBack(parts, run, plan, { row, signal }))
  }
  return move.is === 'wait' && move.isIdle ? 'rests' : 'goes on'
}

const heldPlan = async ({ platform: { db } }: WavesParts, { row, runId }: WavesRun) =>
  db
    .selectFrom('wave_plan')
    .selectAll()
    .where('plan_id', '=', row.plan_id)
    .where('run_id', '=', runId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()

/** What became of what was ordered for a server. */
async function follow(
  parts: WavesParts,
  run: WavesRun,
  plan: PlanRow,
  row: ServerRow,
  signal: AbortSignal,
): Promise<void> {
  const { db } = parts.platform
  const isBack = plan.direction === 'back'
  const isWithHand = row.hand_by !== null && (isBack ? endsByHand : endsByHandForward).includes(row.state)
  if (isWithHand) {
    const note = `${row.hand_by} deployed ${row.hand_release} by hand.`
    await moveServer(db, run, row, { state: 'aside', note })
  } else if (row.state === 'returning') await followReturn(parts, run, row, signal)
  else if (row.state === 'deploying' && row.deployed === 'succeeded')
    await moveServer(db, run, row, { state: 'watching' })
  else if (row.state === 'deploying' && row.deployed === 'error') await judgeServer(parts, run, plan, row)
  else if (row.state === 'watching' && !isBack) await watchServer(parts, run, plan, row)
}

/** What a deployment by hand takes out of a plan; what was judged is not judged again, but is not brought back either. */
const endsByHandForward: readonly ServerRow['state'][] = ['waiting', 'watching']
const endsByHand: readonly ServerRow['state'][] = [...endsByHandForward, 'passed', 'failed', 'undecided']

async function watchServer(parts: WavesParts, run: WavesRun, plan: PlanRow, row: ServerRow): Promise<void> {
  if (plan.stopped_at === null) return judgeServer(parts, run, plan, row)
  await moveServer(parts.platform.db, run, row, {
    state: 'undecided',
    note: 'The release was stopped before it could be judged.',
    judged_at: parts.platform.clock.now(),
  })
}

const outcomes = { passes: 'passed', fails: 'failed', undecided: 'undecided' } as const

async function judgeServer(parts: WavesParts, run: WavesRun, plan: PlanRow, row: ServerRow): Promise<void> {
  const { db, clock } = parts.platform
  const now = clock.now()
  const { outcome, evidence } = judge(await knownOf(db, plan, row, now))
  const said = JSON.stringify(evidence)
  if (outcome === 'open') {
    if (said !== JSON.stringify(row.evidence))
      await moveServer(db, run, row, { state: row.state, evidence: said })
    return
  }
  const against = outcome === 'passes' ? [] : evidence.filter(({ is }) => is !== 'well')
  await moveServer(db, run, row, {
    state: outcomes[outcome],
    note: against.map(({ says }) => says).join(' '),
    evidence: said,
    judged_at: now,
  })
}

/** Asks the agent of a server. A fault of the console is no silence of the agent's: it is thrown. */
async function askServer({ platform, agents }: WavesParts, row: ServerRow, signal: AbortSignal) {
  const told = await askAgent({ platform, signal }, agents, { server: row.server, ipAddress: row.ip_address })
  if ('error' in told && !(told.error instanceof NeighbourError)) throw told.error
  return told
}

/** Back only when its agent says so: an order that succeeded is not enough. */
async function followReturn(
  parts: WavesParts,
  run: WavesRun,
  row: ServerRow,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = parts.platform
  if (row.brought_back === 'pending' || row.brought_back === 'running') return
  const leave = (note: string) => moveServer(db, run, row, { state: 'left', note, judged_at: clock.now() })
  if (row.brought_back !== 'succeeded') return void (await leave(row.brought_back_reason || 'It failed.'))
  const { data } = await askServer(parts, row, signal)
  const first = row.release_at_first_attempt
  if (data?.state === 'idle' && data.release === first)
    await moveServer(db, run, row, { state: 'returned', note: '', judged_at: clock.now() })
  else if (data && data.state !== 'deploying')
    await leave(
      data.state === 'failed'
        ? 'Its core is down.'
        : `Its agent says that it runs ${data.release}, not ${first}.`,
    )
  else if (clock.now().getTime() > (row.brought_back_at?.getTime() ?? 0) + waitsAfterCount * 60_000)
    await leave(`Its agent does not say whether it runs ${first}.`)
}

interface Candidate {
  row: ServerRow
  signal: AbortSignal
}

/** Asks its agent, puts it aside or orders it: one ordinary submit by the person (2.10). */
async function beginForward(
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

async function beginBack(
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

const pause = ({ platform: { db } }: WavesParts, run: WavesRun, plan: PlanRow, why: string) =>
  auditedTransaction(db, (trx) => pauseIn(trx, run, plan, why))

async function pauseIn(trx: AuditedTransaction, run: WavesRun, plan: PlanRow, why: string): Promise<void> {
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

async function end(run: WavesRun): Promise<void> {
  await run.end({ paused_why: null, paused_at: null }, async (plan, trx) => {
    const servers = await readServers(trx, plan.plan_id)
    const isBack = plan.direction === 'back'
    const all = servers.filter((row) => !isBack || row.release_at_first_attempt !== null)
    const done = all.filter(({ state, accepted_by: acceptedBy }) =>
      isBack ? state === 'returned' : state === 'passed' || (state === 'undecided' && acceptedBy !== null),
    )
    const of = `${done.length} of ${all.length} ${all.length === 1 ? 'server' : 'servers'}`
    return {
      message: isBack
        ? `Brought ${of} back from ${plan.release}`
        : `Released ${plan.release} to ${of} in waves`,
      object: thing('transaction', plan.transaction_id),
      result: done.length === all.length ? 'Success' : plan.stopped_at === null ? 'Error' : 'Stopped',
      detail: withWhy(plan.why, plan.stopped_by === null ? '' : `stopped by ${plan.stopped_by}`),
    }
  })
}
