import type { Clock } from '../../platform/clock.ts'
import { createGate, GateClosed } from '../../platform/outbound/gate.ts'
import { Problem } from '../../platform/problem.ts'

/** Runs a search when it is its turn. @throws Problem where that did not come in time */
type SearchTurns = <T>(search: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Callers that wait at once; each holds a request open. */
const mostWaiting = 100

/**
 * A search keeps one connection of the pool for as long as it lasts. So only some run at once, and anyone who changes
 * anything always finds one.
 */
export function createSearchTurns(
  clock: Clock,
  options: { atOnce: number; waitAtMostMs: number },
): SearchTurns {
  const gate = createGate(clock, {
    inFlight: options.atOnce,
    queue: mostWaiting,
    waitAtMostMs: options.waitAtMostMs,
  })
  return (search, signal) =>
    gate.pass(search, signal).catch((error: unknown) => {
      if (!(error instanceof GateClosed)) throw error
      throw new Problem(
        'Unavailable',
        'Too many searches of user actions are running, so this one did not start. Please try again in a few seconds.',
        { cause: error, headers: { 'retry-after': '5' } },
      )
    })
}
