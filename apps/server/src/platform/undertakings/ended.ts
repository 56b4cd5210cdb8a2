import { EventEmitter } from 'node:events'
import { type Alarm, type Clock, goOnAfter } from '../clock.ts'
import type { Logger } from '../logging/logger.ts'

/** Which piece of lasting work has ended; what came of it is read (`read.ts`). */
export interface Ended {
  kind: string
  id: string
}

/**
 * Where the end of lasting work is told: to all who subscribe on each server, after the commit, whichever server or program
 * made it. The database announces it (undertakings.schema.ts) and the news pass it on; who must miss none reads the view as well,
 * because a server hears nothing while its connection is lost.
 */
export interface Endings {
  /** @param listener null: some may have ended unheard. @returns what ends it */
  subscribe(listener: (ended: Ended | null) => void): () => void
  /** For the news alone. */
  heard(ended: Ended | null): void
  /** After the commit, for this process: these parts of some work are settled. */
  settled(...partIds: readonly string[]): void
  /** Waits for the end of this work or part, the time (in milliseconds) or the signal, whichever comes first. Never rejects. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<void>
  /**
   * Waits until `isOver` says so, which is asked at once, when the end of this work is told, and every `lookMs` to make sure.
   * Rejects with the signal's reason.
   */
  ended(id: string, isOver: () => Promise<boolean>, lookMs: number, signal: AbortSignal): Promise<void>
}

export function createEndings({ clock, log }: { clock: Clock; log: Logger }): Endings {
  const waiting = new EventEmitter()
  waiting.setMaxListeners(0)
  const listeners = new Set<(ended: Ended | null) => void>()

  const until = (id: string, signal: AbortSignal, begin: (end: () => void) => Alarm): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        alarm.stop()
        waiting.off(id, end)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const alarm = begin(end)
      if (signal.aborted) return end()
      waiting.once(id, end)
      signal.addEventListener('abort', end, { once: true })
    })

  return {
    subscribe(listener) {
      // Anyone who subscribes twice is told twice.
      const own = (ended: Ended | null) => listener(ended)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    heard(ended) {
      for (const id of ended ? [ended.id] : waiting.eventNames()) waiting.emit(id)
      for (const listener of [...listeners])
        try {
          listener(ended)
        } catch (error) {
          log.error({ err: error }, 'the end of lasting work could not be passed on')
        }
    },
    settled(...partIds) {
      for (const id of partIds) waiting.emit(id)
    },
    wait: (id, ms, signal) => until(id, signal, (end) => goOnAfter(clock, ms, end)),
    async ended(id, isOver, lookMs, signal) {
      const over = new AbortController()
      const either = AbortSignal.any([signal, over.signal])
      try {
        for (;;) {
          // From before the look on, so that no word is missed.
          const word = until(id, either, (end) => clock.after(lookMs, end))
          if (await isOver()) return
          // After the look: what ended just before the signal is told all the same.
          either.throwIfAborted()
          await word
        }
      } finally {
        over.abort()
      }
    },
  }
}
