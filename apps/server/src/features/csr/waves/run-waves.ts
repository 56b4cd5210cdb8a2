import { isWithinHours, thing, withWhy } from '@support-console/contract'
import { auditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { JobSignals } from '../../../platform/jobs/jobs.ts'
import { takeOver } from '../../../platform/undertakings/runs.ts'
import { beginBack, beginForward } from './begin-server.ts'
import { namesOfTroubles } from './evidence.ts'
import { follow } from './follow-server.ts'
import { isIdle, nextMove } from './moves.ts'
import { pauseIn } from './order-server.ts'
import { type PlanRow, readServers, standsOf, wavesKind } from './waves.store.ts'
import type { WavesParts, WavesRun } from './waves-run.ts'

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
  const waitsForPerson = move.is === 'pause' || (move.is === 'wait' && move.isIdle)
  return waitsForPerson && stands.every(isIdle) ? 'rests' : 'goes on'
}

const heldPlan = async ({ platform: { db } }: WavesParts, { row, runId }: WavesRun) =>
  db
    .selectFrom('wave_plan')
    .selectAll()
    .where('plan_id', '=', row.plan_id)
    .where('run_id', '=', runId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()

const pause = ({ platform: { db } }: WavesParts, run: WavesRun, plan: PlanRow, why: string) =>
  auditedTransaction(db, (trx) => pauseIn(trx, run, plan, why))

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
