import { EventEmitter } from 'node:events'
import { type Alarm, type Clock, goOnAfter } from '../clock.ts'

/**
 * Tells those who wait in this process that an undertaking, or a part of it, has ended here. Only a shortcut: who waits
 * also looks into the database now and then, because it may have ended at another replica.
 */
export interface Signals {
  /** After the commit: these have ended. */
  settled(...ids: readonly string[]): void
  /** Waits for the end of this one, the time (in milliseconds) or the signal, whichever comes first. Never rejects. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<void>
  /**
   * Waits until `isOver` says so, which is asked at once, when word comes, and every `lookMs` to make sure. Rejects with
   * the signal's reason.
   */
  ended(id: string, isOver: () => Promise<boolean>, lookMs: number, signal: AbortSignal): Promise<void>
}

export function createSignals(clock: Clock): Signals {
  const events = new EventEmitter()
  events.setMaxListeners(0)

  const until = (id: string, signal: AbortSignal, begin: (end: () => void) => Alarm): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        alarm.stop()
        events.off(id, end)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const alarm = begin(end)
      if (signal.aborted) return end()
      events.once(id, end)
      signal.addEventListener('abort', end, { once: true })
    })

  return {
    settled(...ids) {
      for (const id of ids) events.emit(id)
    },
    wait: (id, ms, signal) => until(id, signal, (end) => goOnAfter(clock, ms, end)),
    async ended(id, isOver, lookMs, signal) {
      const over = new AbortController()
      const either = AbortSignal.any([signal, over.signal])
      try {
        for (;;) {
          either.throwIfAborted()
          // From before the look on, so that no word is missed.
          const word = until(id, either, (end) => clock.after(lookMs, end))
          if (await isOver()) return
          await word
        }
      } finally {
        over.abort()
      }
    },
  }
}
