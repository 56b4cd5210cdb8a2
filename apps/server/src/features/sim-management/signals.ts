import { EventEmitter } from 'node:events'
import { type Alarm, type Clock, goOnAfter } from '../../platform/clock.ts'

/**
 * Tells those who wait in this process that a row or a batch was settled here. Only a shortcut: who waits also looks
 * into the database now and then, because it may have been settled by another replica.
 */
export interface Signals {
  settled(deactivationId: string, batchId: string): void
  /** Waits for the row, the batch, the time (in milliseconds) or the signal, whichever comes first. Never rejects. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<void>
  /** The same for whoever expects word, and only makes sure now and then. */
  word(id: string, ms: number, signal: AbortSignal): Promise<void>
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
    settled(deactivationId, batchId) {
      events.emit(deactivationId)
      events.emit(batchId)
    },
    wait: (id, ms, signal) => until(id, signal, (end) => goOnAfter(clock, ms, end)),
    word: (id, ms, signal) => until(id, signal, (end) => clock.after(ms, end)),
  }
}
