import { setTimeout as pause } from 'node:timers/promises'

/**
 * Where everything that waits, limits or compares times takes the time from (D39), so that tests can move it. Times that
 * several servers compare in their database are the database's (docs/decisions.md, 014).
 */
export interface Clock {
  /** The time of day: for what is kept, shown, or compared with the times of others. */
  now(): Date
  /** Milliseconds since some moment. Unlike the time of day no one sets it back: for how long something takes. */
  elapsed(): number
  /** For anyone who can only go on then. Rejects with the signal's reason. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** For limits, and for what is done now and then: rings once, unless it was stopped. Keeps no process alive. */
  after(ms: number, ring: () => void): Alarm
}

export interface Alarm {
  stop(): void
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  async wait(ms, signal) {
    await pause(ms, undefined, signal && { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error
    })
  },
  after(ms, ring) {
    const timer = setTimeout(ring, ms).unref()
    return { stop: () => clearTimeout(timer) }
  },
}

/** `wait` for what goes on then, unless it was stopped. */
export function goOnAfter(clock: Clock, ms: number, goOn: () => void): Alarm {
  const stopped = new AbortController()
  clock.wait(ms, stopped.signal).then(goOn, () => {})
  return { stop: () => stopped.abort() }
}

/** A signal that is aborted when the time is over, and an end to it for who does not need it any more. */
export function timeLimit(clock: Clock, ms: number): Alarm & { signal: AbortSignal } {
  const over = new AbortController()
  const alarm = clock.after(ms, () => over.abort(new TimeOver()))
  return { ...alarm, signal: over.signal }
}

/** The work's result, or `TimeOver` where it takes longer; the work itself goes on. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const alarm = clock.after(ms, () => reject(new TimeOver()))
  return Promise.race([work, over]).finally(() => alarm.stop())
}

class TimeOver extends Error {
  override name = 'TimeOver'
  constructor() {
    super('the time is over')
  }
}
