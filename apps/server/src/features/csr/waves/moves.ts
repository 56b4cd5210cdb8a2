import type { WaveServerState } from '@support-console/contract'

/** A server of a plan, as far as it decides what comes next. */
export interface Stands {
  csrId: number
  server: string
  wave: number
  state: WaveServerState
  /** A person took it as it is. */
  isAccepted: boolean
  note: string
  /** As last counted: what a deployment takes off the air. */
  panels: number
  /** Off the air by this plan now. */
  offAir: number
  /** Its deployment was not taken by its agent yet. */
  isPending: boolean
  /** When it was judged; ms since 1970. */
  judgedAt: number | null
}

export interface PlanStands {
  direction: 'forward' | 'back'
  isStopped: boolean
  isPaused: boolean
  budget: number
  errorsAllowed: number
  pauseMs: number
  isWithinHours: boolean
  /** Waves up to this one were taken as they are by a person. */
  acceptedWave: number
  /** Of carriers, containers and WebConnect, beside those that a person went on in spite of. */
  troubles: readonly string[]
  now: number
}

export type Move =
  | { is: 'begin'; csrId: number }
  /** Nothing begins now; `isIdle`: nothing is under way either. */
  | { is: 'wait'; isIdle: boolean }
  /** A person has to decide: why. */
  | { is: 'pause'; why: string }
  | { is: 'end' }

const underWay: readonly WaveServerState[] = ['deploying', 'watching', 'returning']
/** Nothing that was ordered for it is under way. */
export const isIdle = ({ state }: Stands): boolean => !underWay.includes(state)
const worst: readonly WaveServerState[] = ['failed', 'undecided', 'watching', 'passed']
const waits = (isIdle = false): Move => ({ is: 'wait', isIdle })

/** What comes next (D61): at most one server is Pending, and no more panels are off the air than the budget. */
export function nextMove(plan: PlanStands, servers: readonly Stands[]): Move {
  return plan.direction === 'back' ? nextReturn(plan, servers) : nextForward(plan, servers)
}

function nextForward(plan: PlanStands, servers: readonly Stands[]): Move {
  const active = servers.filter(({ state }) => underWay.includes(state))
  if (plan.isStopped) return active.some(({ state }) => state === 'deploying') ? waits() : { is: 'end' }
  if (plan.isPaused) return waits(active.length === 0)
  const failed = servers.filter(({ state, isAccepted }) => state === 'failed' && !isAccepted)
  const [worstOf] = failed.slice(plan.errorsAllowed)
  if (worstOf) return { is: 'pause', why: `${worstOf.server} failed: ${worstOf.note}` }
  const undecided = servers.find(({ state, isAccepted }) => state === 'undecided' && !isAccepted)
  if (undecided) return { is: 'pause', why: `${undecided.server} is undecided: ${undecided.note}` }
  const next = servers.find(({ state }) => state === 'waiting')
  const wave = next?.wave ?? Number.POSITIVE_INFINITY
  const earlier = servers.filter((server) => server.wave < wave)
  if (earlier.some(({ state }) => underWay.includes(state))) return waits()
  for (const number of new Set(earlier.map((server) => server.wave)))
    if (number > plan.acceptedWave && !hasPassed(earlier.filter((server) => server.wave === number)))
      return { is: 'pause', why: `Wave ${number}: no server passed, so there is nothing to go by.` }
  if (!next) return { is: 'end' }
  const judged = Math.max(0, ...earlier.map(({ judgedAt }) => judgedAt ?? 0))
  const isBegun = servers.some(
    ({ wave: own, state }) => own === wave && state !== 'waiting' && state !== 'aside',
  )
  if (!isBegun && judged + plan.pauseMs > plan.now) return waits()
  if (!plan.isWithinHours) return waits()
  if (plan.troubles.length > 0) return { is: 'pause', why: `In trouble: ${plan.troubles.join(', ')}.` }
  if (servers.some(({ isPending }) => isPending)) return waits()
  const off = servers.reduce((sum, { offAir }) => sum + offAir, 0)
  if (off + next.panels <= plan.budget) return { is: 'begin', csrId: next.csrId }
  return active.length > 0
    ? waits()
    : {
        is: 'pause',
        why: `${next.server} has ${next.panels} panels, ${off} are off the air already, and the budget is ${plan.budget}.`,
      }
}

const hasPassed = (wave: readonly Stands[]) =>
  wave.some(({ state, isAccepted }) => state === 'passed' || (state === 'undecided' && isAccepted))

/** The worst first. Hours, pauses and trouble elsewhere hold up no way back. */
function nextReturn(plan: PlanStands, servers: readonly Stands[]): Move {
  const isBusy = servers.some(({ state }) => state === 'deploying' || state === 'returning')
  const [next] = servers
    .filter(({ state }) => worst.includes(state))
    .toSorted((a, b) => worst.indexOf(a.state) - worst.indexOf(b.state) || b.offAir - a.offAir)
  if (plan.isStopped || !next) return isBusy ? waits() : { is: 'end' }
  if (servers.some(({ isPending }) => isPending)) return waits()
  // What a failed deployment took off the air is not taken off once more.
  const inFlight = servers
    .filter(({ state }) => state === 'deploying' || state === 'returning')
    .reduce((sum, { offAir }) => sum + offAir, 0)
  const taken = Math.max(0, next.panels - next.offAir)
  return inFlight === 0 || inFlight + taken <= plan.budget ? { is: 'begin', csrId: next.csrId } : waits()
}
