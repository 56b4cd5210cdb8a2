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
import { type Answer, exchange } from './exchange.ts'
import { createGate, type Gate, GateClosed, type GateOptions } from './gate.ts'
import { NeighbourError, type NeighbourErrorKind, neighbourErrors } from './neighbour-error.ts'
import { untilAborted } from './until-aborted.ts'

/** What all neighbours share; built once, from the platform's parts. */
export interface OutboundParts {
  agent: Dispatcher
  clock: Clock
  /** The transaction id of the request that is being answered, where there is one (decision 8). */
  transactionId: () => string | undefined
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
  operation: string
  outcome: 'success' | 'cancelled' | NeighbourErrorKind
  durationMs: number
  attempts: number
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

export interface Ask<T> {
  /** What the call is for, in logs and metrics: 'read device'. No identifiers. */
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Segments below the base URL; each is encoded, so that no id can leave its place (R34). */
  path: readonly string[]
  query?: Record<string, string> | undefined
  headers?: Record<string, string> | undefined
  body?: { type: string; text: string } | undefined
  /** Whether it changes nothing and may be repeated. A change is never repeated, unless the system was only busy. */
  safe: boolean
  answerWithinMs?: number | undefined
  /** The user went away. */
  signal?: AbortSignal | undefined
  /** Work that lets people go first where places are few (D30). */
  isPatient?: boolean | undefined
  /** Makes the result of the answer, or throws a NeighbourError. Runs within the try, so it decides on repeating. */
  read: (answer: Answer) => T
}

/** How a neighbour answers just now, as this process has seen it. */
export interface Pace {
  /** It let a call time out, and has answered none since (D30). */
  isSlow: boolean
  /** How long a try has taken of late, in milliseconds, the later ones counting more; at least what its rate asks for. */
  callMs: number | undefined
}

export interface Neighbour {
  readonly system: string
  readonly pace: Pace
  /** Rejects with NeighbourError, or with the signal's reason when the caller went away. */
  ask: <T>(call: Ask<T>) => Promise<T>
}

const REPEATS_AFTER_FAILURE = 2
const REPEATS_WHEN_BUSY = 30
/** The first wait before a try is repeated, in milliseconds; later ones grow from it. */
const FIRST_WAIT_MS = 150

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

  const resting = () => neighbourErrors.resting(system, restMs)

  /** One try: waits for a place, asks, reads. `left` is the time that this call still has, in milliseconds. */
  async function attempt<T>(call: Ask<T>, budget: Budget): Promise<T> {
    try {
      return await gate.pass(
        async () => {
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
              headers: headersOf(call, parts.transactionId()),
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
        call.isPatient,
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

  /** Waits grow and are jittered; what does not fit into the call's time any more ends it with the error it has. */
  async function tryOn<T>(call: Ask<T>, budget: Budget): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(call, budget)
      } catch (error) {
        if (tries > REPEATS_WHEN_BUSY || call.signal?.aborted || !mayRepeat(error, call.safe, budget))
          throw error
        const delay = waitAfter(error, tries)
        if (delay >= budget.leftMs) throw error
        budget.leftMs -= delay
        await clock.wait(delay, call.signal)
      }
    }
  }

  return {
    system,
    pace,
    async ask<T>(call: Ask<T>): Promise<T> {
      const startedAt = clock.elapsed()
      const wholeMs = call.answerWithinMs ?? options.answerWithinMs ?? 20_000
      const budget: Budget = { wholeMs, leftMs: wholeMs, attempts: 0 }
      const settle = (outcome: SettledCall['outcome']) =>
        parts.observe({
          neighbour: key,
          operation: call.operation,
          outcome,
          durationMs: clock.elapsed() - startedAt,
          attempts: budget.attempts,
        })
      try {
        const work = breaker.execute(() => tryOn(call, budget), call.signal)
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
        const error =
          thrown instanceof NeighbourError ? thrown : isBrokenCircuitError(thrown) ? resting() : undefined
        if (!error) throw thrown
        settle(error.kind)
        // It answered, if with a no; where it was not asked or broke off, nothing is known of its pace.
        if (error.kind === 'timeout') noteSlow(true)
        else if (error.sent && error.kind !== 'unreachable') noteSlow(false)
        parts.log.warn(
          {
            neighbour: key,
            operation: call.operation,
            outcome: error.kind,
            code: error.code,
            detail: error.detail,
            attempts: budget.attempts,
            durationMs: Math.round(clock.elapsed() - startedAt),
          },
          `${system}: ${call.operation} failed (${error.kind})`,
        )
        throw error
      }
    },
  }
}

interface Budget {
  readonly wholeMs: number
  /** Counts time at the neighbour and between tries, not the wait for a place. */
  leftMs: number
  attempts: number
}

/** The written rule of R35: what may be sent again. */
function mayRepeat(error: unknown, safe: boolean, budget: Budget): boolean {
  if (!(error instanceof NeighbourError) || budget.attempts === 0) return false
  switch (error.kind) {
    case 'busy':
      // The system turned it away before doing anything: a change may be sent again too. Our own full queue may not.
      return error.sent
    case 'unreachable':
    case 'server-error':
    case 'malformed':
      return (safe || !error.sent) && budget.attempts <= REPEATS_AFTER_FAILURE
    default:
      return false
  }
}

function waitAfter(error: unknown, tries: number): number {
  const busy = error instanceof NeighbourError && error.kind === 'busy'
  const step = busy ? Math.min(5000, 2 * FIRST_WAIT_MS * 2 ** (tries - 1)) : FIRST_WAIT_MS * 3 ** (tries - 1)
  const asked = busy && error.retryAfterMs !== undefined ? error.retryAfterMs : 0
  return Math.max(asked, step / 2 + Math.random() * step)
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

/** @throws Error for a segment that no encoding keeps in its place (R34): `..` would leave it, empty would vanish */
function urlOf(base: string, call: Pick<Ask<unknown>, 'path' | 'query'>): URL {
  if (call.path.some((segment) => /^\.{0,2}$/.test(segment)))
    throw new Error('a path segment for a neighbour is empty or made of dots')
  const url = new URL([base, ...call.path.map(encodeURIComponent)].join('/'))
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.append(name, value)
  return url
}

function headersOf(call: Ask<unknown>, transactionId: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(call.body ? { 'content-type': call.body.type } : {}),
    ...(transactionId ? { 'x-transaction-id': transactionId } : {}),
    ...call.headers,
  }
}
