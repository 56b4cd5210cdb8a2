import type { Clock } from '../clock.ts'
import type { Ask } from './call.ts'
import { NeighbourError } from './neighbour-error.ts'

const REPEATS_AFTER_FAILURE = 2
const REPEATS_WHEN_BUSY = 30
/** The first wait before a try is repeated, in milliseconds; later ones grow from it. */
const FIRST_WAIT_MS = 150

/** What a call has left. */
export interface Budget {
  readonly wholeMs: number
  /** Counts time at the neighbour and between tries, not the wait for a place. */
  leftMs: number
  attempts: number
  /** What it has waited for places, in milliseconds. */
  waitedMs: number
}

/** Tries until there is an answer. Waits grow and are jittered; what does not fit into the call's time any more ends it with the error it has. */
export async function tryOn<T>(
  clock: Clock,
  { safe, signal, slowsDown = false }: Pick<Ask<T>, 'safe' | 'signal'> & { slowsDown?: boolean },
  budget: Budget,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries > REPEATS_WHEN_BUSY || signal?.aborted || !mayRepeat(error, { safe, slowsDown }, budget))
        throw error
      const delay = waitAfter(error, tries)
      if (delay >= budget.leftMs) throw error
      budget.leftMs -= delay
      await clock.wait(delay, signal)
    }
  }
}

/** The written rule of R35: what may be sent again. */
function mayRepeat(
  error: unknown,
  { safe, slowsDown }: { safe: boolean; slowsDown: boolean },
  budget: Budget,
): boolean {
  if (!(error instanceof NeighbourError) || budget.attempts === 0) return false
  switch (error.kind) {
    case 'busy':
      // The system turned it away before doing anything: a change may be sent again too. Our own full queue may not.
      return error.sent && !slowsDown
    case 'unreachable':
    case 'server-error':
    case 'malformed':
    case 'mixed-up':
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
