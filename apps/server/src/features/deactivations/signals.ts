import { EventEmitter } from 'node:events'

/**
 * Tells those who wait in this process that a row or a batch was settled here. Only a shortcut: who waits also looks
 * into the database now and then, because it may have been settled by another replica.
 */
export interface Signals {
  settled(deactivationId: string, batchId: string): void
  /** Waits for the row, the batch, the time (in milliseconds) or the signal, whichever comes first. Never rejects. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<void>
}

export function createSignals(): Signals {
  const events = new EventEmitter()
  events.setMaxListeners(0)
  return {
    settled(deactivationId, batchId) {
      events.emit(deactivationId)
      events.emit(batchId)
    },
    wait(id, ms, signal) {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          events.off(id, end)
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        if (signal.aborted) return end()
        events.once(id, end)
        signal.addEventListener('abort', end, { once: true })
      })
    },
  }
}
