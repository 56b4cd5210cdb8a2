import type { Alarm } from './clock.ts'
import type { Platform } from './platform.ts'

/** What a server does now and then, without a request. */
export interface Repeated {
  /** Begins, at once or a while later. */
  start(afterMs?: number): void
  /** Ends it, once the run that is under way has ended. */
  close(): Promise<void>
}

/**
 * Runs `work` again and again, never twice at once; a run that failed is logged, and counted by what it was: 'the survey of CSRs'.
 * @param pauseMs from the end of a run to the next one, by how long the run took
 * @param signal of `work`: aborted by the end
 */
export function repeatedly(
  { clock, log, metrics }: Pick<Platform, 'clock' | 'log' | 'metrics'>,
  what: string,
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: (tookMs: number) => number,
): Repeated {
  const closing = new AbortController()
  let alarm: Alarm | undefined
  let running: Promise<unknown> = Promise.resolve()

  function run(): void {
    const begun = clock.elapsed()
    running = work(closing.signal)
      .then(() => metrics.backgroundSuccess.set({ work: what }, clock.now().getTime() / 1000))
      .catch((error: unknown) => {
        if (closing.signal.aborted) return
        metrics.backgroundFailures.inc({ work: what })
        log.error({ err: error }, `${what} failed`)
      })
      .then(() => {
        if (!closing.signal.aborted) alarm = clock.after(pauseMs(clock.elapsed() - begun), run)
      })
  }

  metrics.backgroundFailures.inc({ work: what }, 0)

  return {
    start(afterMs) {
      if (afterMs === undefined) run()
      else alarm = clock.after(afterMs, run)
    },
    async close() {
      closing.abort(new Error('the server is stopping'))
      alarm?.stop()
      await running
    },
  }
}
