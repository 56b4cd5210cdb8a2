import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  isBrokenCircuitError,
} from 'cockatiel'
import type { Dispatcher } from 'undici'
import { type Clock, timeLimit } from '../clock.ts'
import type { Span } from '../traces/tracer.ts'
import { type Ask, headersOf, type Origin, urlOf } from './call.ts'
import { exchange } from './exchange.ts'
import { createGate, type Gate, GateClosed, type GateOptions } from './gate.ts'
import { NeighbourError, type NeighbourErrorKind, neighbourErrors } from './neighbour-error.ts'
import { type Budget, tryOn } from './repeats.ts'
import { untilAborted } from './until-aborted.ts'

/** What all neighbours share; built once, from the platform's parts. */
export interface OutboundParts {
  agent: Dispatcher
  clock: Clock
  /** The transaction id of the request that is being answered, where there is one (decision 8). */
  transactionId: () => string | undefined
  /** What is under way for it, where traces are kept. */
  span?: () => Span | undefined
  /** Whether it lets people go first, where the call does not say (D50). */
  isPatient?: () => boolean
  /** Whether who asks slows down by itself: a neighbour that is busy is not asked again here. */
  slowsDown?: () => boolean
  log: { warn: (facts: object, message: string) => void; debug: (facts: object, message: string) => void }
  /** Told once for each call, when it is settled. */
  observe: (call: SettledCall) => void
  /** Told when a neighbour lets a call time out, and when it answers again. */
  observeSlow?: (neighbour: string, isSlow: boolean) => void
  /** Makes gates that all replicas share, where they share a database; else each process keeps its own. */
  sharedGate?: ((key: string, options: GateOptions) => Gate) | undefined
}

export interface SettledCall {
  /** The neighbour's short key: 'att'. */
  neighbour: string
  /** As users know it: 'AT&T'. */
  system: string
  operation: string
  outcome: 'success' | 'cancelled' | NeighbourErrorKind
  durationMs: number
  attempts: number
  /** How much of it was the wait for a place. */
  waitedMs: number
}

export interface NeighbourOptions {
  /** Short and lower-case, for metrics and logs: 'att'. */
  key: string
  /** As users know it: 'AT&T'. */
  system: string
  baseUrl: string
  /** How long all tries of one call may take together, the wait for a place apart. Default 20 s. */
  answerWithinMs?: number
  /** Default: 8 in flight, 200 waiting at most 60 s. */
  gate?: Partial<GateOptions> | Gate
  /** Calls that must fail to answer in a row before the neighbour is left alone, and for how long. */
  breaker?: { failures: number; restMs: number }
}

/** How a neighbour answers just now, as this process has seen it. */
export interface Pace {
  /** It let a call time out, and has answered none since (D30). */
  isSlow: boolean
  /** How long a try has taken of late, in milliseconds, the later ones counting more; at least what its rate asks for. */
  callMs: number | undefined
}

/** How one neighbour stands with this process. */
export interface NeighbourFigures {
  key: string
  inFlight: number
  waiting: number
  /** It failed to answer so often that no one is let through to it. */
  isResting: boolean
}

export interface Neighbour {
  readonly system: string
  readonly pace: Pace
  figures(): NeighbourFigures
  /** Rejects with NeighbourError, or with the signal's reason when the caller went away. */
  ask: <T>(call: Ask<T>) => Promise<T>
}

/**
 * The way of a call: breaker → tries with jitter → place in the queue → request → reading. The breaker counts only
 * calls that got no answer (unreachable, timeout): those cost waiting. A quick error is an answer.
 */
export function createNeighbour(parts: OutboundParts, options: NeighbourOptions): Neighbour {
  const { clock } = parts
  const { key, system } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const gate = gateOf(parts, options)
  const rate = options.gate && 'rate' in options.gate ? options.gate.rate : undefined
  const leastMs = rate ? rate.perMs / rate.calls : 0
  const { failures, restMs } = options.breaker ?? { failures: 5, restMs: 5000 }
  const breaker = circuitBreaker(
    handleWhen((e) => e instanceof NeighbourError && (e.kind === 'unreachable' || e.kind === 'timeout')),
    { halfOpenAfter: restFor(clock, restMs), breaker: new ConsecutiveBreaker(failures) },
  )
  breaker.onBreak(() =>
    parts.log.warn({ neighbour: key, restMs }, `${system} does not answer; leaving it alone for a while`),
  )
  breaker.onReset(() => parts.log.warn({ neighbour: key }, `${system} answers again`))

  const pace: Pace = { isSlow: false, callMs: undefined }
  /** A neighbour that let a call time out is slow until it answers again (D30). */
  function noteSlow(now: boolean): void {
    if (now === pace.isSlow) return
    pace.isSlow = now
    parts.log.warn(
      { neighbour: key, isSlow: now },
      `${system} ${now ? 'is slow: a call timed out' : 'answers in time again'}`,
    )
    parts.observeSlow?.(key, now)
  }

  function noteFailure({ kind, sent, code, detail }: NeighbourError, settled: SettledCall): void {
    // It answered, if with a no; where it was not asked or broke off, nothing is known of its pace.
    if (kind === 'timeout' || (sent && kind !== 'unreachable')) noteSlow(kind === 'timeout')
    const durationMs = Math.round(settled.durationMs)
    parts.log.warn(
      { ...settled, durationMs, code, detail },
      `${system}: ${settled.operation} failed (${kind})`,
    )
  }

  const resting = () => neighbourErrors.resting(system, restMs)

  /** One try: waits for a place, asks, reads. `left` is the time that this call still has, in milliseconds. */
  async function attempt<T>(call: Ask<T>, budget: Budget, origin: Origin, isPatient: boolean): Promise<T> {
    const asked = clock.elapsed()
    try {
      return await gate.pass(
        async () => {
          budget.waitedMs += clock.elapsed() - asked
          if (breaker.state === CircuitState.Open) throw resting()
          const startedAt = clock.elapsed()
          budget.attempts++
          const timeUp = timeLimit(clock, Math.max(1, Math.ceil(budget.leftMs)))
          try {
            const answer = await exchange({
              agent: parts.agent,
              clock,
              system,
              method: call.method,
              url: urlOf(base, call),
              headers: headersOf(call, origin),
              body: call.body?.text,
              signal: call.signal ? AbortSignal.any([call.signal, timeUp.signal]) : timeUp.signal,
            })
            return call.read(answer)
          } catch (error) {
            if (timeUp.signal.aborted && !call.signal?.aborted && !(error instanceof NeighbourError)) {
              throw neighbourErrors.timeout(system, budget.wholeMs, { detail: `attempt ${budget.attempts}` })
            }
            throw error
          } finally {
            timeUp.stop()
            const took = clock.elapsed() - startedAt
            budget.leftMs -= took
            const atLeast = Math.max(took, leastMs)
            pace.callMs = pace.callMs === undefined ? atLeast : pace.callMs * 0.8 + atLeast * 0.2
          }
        },
        call.signal,
        isPatient,
      )
    } catch (error) {
      if (error instanceof GateClosed) {
        throw neighbourErrors.busy(system, {
          sentence:
            error.reason === 'unavailable'
              ? `The console's database does not answer, by which its servers take turns at ${system}. Try again in a minute.`
              : `Too many requests of the console already wait for ${system}. Try again in a minute.`,
          detail: error.reason,
          sent: false,
        })
      }
      throw error
    }
  }

  return {
    system,
    pace,
    figures: () => ({ key, ...gate.counts(), isResting: breaker.state === CircuitState.Open }),
    async ask<T>(call: Ask<T>): Promise<T> {
      const startedAt = clock.elapsed()
      // Asked here: who waits for a place is let in by anyone who leaves it, and must not go under their name.
      const span = parts.span?.()?.begin(`${key}: ${call.operation}`, 'client')
      const origin = { transactionId: parts.transactionId(), span }
      const isPatient = call.isPatient ?? parts.isPatient?.() ?? false
      const asking = { ...call, slowsDown: parts.slowsDown?.() ?? false }
      const wholeMs = call.answerWithinMs ?? options.answerWithinMs ?? 20_000
      const budget: Budget = { wholeMs, leftMs: wholeMs, attempts: 0, waitedMs: 0 }
      const settle = (outcome: SettledCall['outcome']): SettledCall => {
        const { operation } = call
        const { attempts, waitedMs } = budget
        const settled = {
          neighbour: key,
          system,
          operation,
          outcome,
          durationMs: clock.elapsed() - startedAt,
          attempts,
          waitedMs,
        }
        parts.observe(settled)
        span?.end({ outcome, attempts, waitedMs: Math.round(waitedMs) }, outcome !== 'success')
        return settled
      }
      try {
        const work = breaker.execute(
          () => tryOn(clock, asking, budget, () => attempt(call, budget, origin, isPatient)),
          call.signal,
        )
        const result = await untilAborted(work, call.signal)
        settle('success')
        noteSlow(false)
        return result
      } catch (thrown) {
        if (call.signal?.aborted) {
          settle('cancelled')
          parts.log.debug({ neighbour: key, operation: call.operation }, `${system}: the caller went away`)
          throw call.signal.reason
        }
        const error = isBrokenCircuitError(thrown) ? resting() : thrown
        if (error instanceof NeighbourError) noteFailure(error, settle(error.kind))
        throw error
      }
    },
  }
}

/** How long the breaker still rests, by our clock: cockatiel compares it with the time of day, each time it is asked. */
function restFor(clock: Clock, restMs: number): IBackoff<unknown> {
  const until = clock.elapsed() + restMs
  return {
    get duration() {
      return clock.elapsed() < until ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    },
    next: () => restFor(clock, restMs),
  }
}

function gateOf({ clock, sharedGate }: OutboundParts, { key, gate }: NeighbourOptions): Gate {
  if (isGate(gate)) return gate
  const limits: GateOptions = { inFlight: 8, queue: 200, waitAtMostMs: 60_000, ...gate }
  return limits.isShared && sharedGate ? sharedGate(key, limits) : createGate(clock, limits)
}

function isGate(gate: NeighbourOptions['gate']): gate is Gate {
  return gate !== undefined && 'pass' in gate
}
