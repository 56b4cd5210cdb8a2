import { type Call, isReading, usualSeconds } from '@support-console/contract'
import type { Clock } from '../clock.ts'
import { problems } from '../problem.ts'

/** Seconds that a call may take (R29). */
export const timeOf = (call: Call): number => call.lastsUpTo ?? usualSeconds

/** The time that a call has. */
export interface CallTime {
  /** Rejects with the problem of a time-out when it is over. */
  over: Promise<never>
  /** Ends its signal early, for this reason. */
  abort(reason: Error): void
  /** Aborted at its end; made when it is asked for, since most calls are over before it would be. */
  signal(): AbortSignal
  stop(): void
}

/** Begins now. One controller serves both who hangs up and what takes too long, which `onOver` is told. */
export function startTime(clock: Clock, call: Call, onOver: () => void = () => {}): CallTime {
  let controller: AbortController | undefined
  let ended: Error | undefined
  const { promise: over, reject } = Promise.withResolvers<never>()
  const seconds = timeOf(call)
  const abort = (reason: Error) => {
    ended ??= reason
    controller?.abort(ended)
  }
  const alarm = clock.after(seconds * 1000, () => {
    const problem = problems.timedOut(seconds, !isReading(call))
    reject(problem)
    abort(problem)
    onOver()
  })
  return {
    over,
    abort,
    signal() {
      controller ??= new AbortController()
      if (ended) controller.abort(ended)
      return controller.signal
    },
    stop: () => alarm.stop(),
  }
}
