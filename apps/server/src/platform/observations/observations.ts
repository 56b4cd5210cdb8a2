import type { Db } from '../database/open-database.ts'
import type { Logger } from '../logging/logger.ts'
import { keepObservations } from './observations.store.ts'
import type { Observation } from './observed.ts'

/** How many may wait to be written; a database that is so far behind gets the newest of them. */
const mostWaiting = 2_000
/** How many are written in one transaction. */
const mostAtOnce = 100

/** Keeps what neighbours say of things. Anyone who asked never waits for it, and never fails by it. */
export interface Observations {
  note(observation: Observation): void
  /** Tells of each, at once. */
  onNote(listener: (observation: Observation) => void): void
  /** All that was noted until now is written, or given up. */
  written(): Promise<void>
}

export function createObservations({ db, log }: { db: Db; log: Logger }): Observations {
  const waiting: Observation[] = []
  const listeners: ((observation: Observation) => void)[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.splice(0, mostAtOnce)
      await keepObservations(db, some).catch((error: unknown) =>
        log.error({ err: error, observations: some.length }, 'what neighbours said cannot be kept'),
      )
    }
    writing = undefined
  }

  return {
    onNote(listener) {
      listeners.push(listener)
    },
    note(observation) {
      for (const tell of listeners) tell(observation)
      waiting.push(observation)
      if (waiting.length > mostWaiting) {
        const given = waiting.splice(0, mostAtOnce)
        log.warn({ observations: given.length }, 'what neighbours said comes faster than it can be kept')
      }
      // After the caller has gone on.
      writing ??= Promise.resolve().then(write)
    },
    written: async () => writing,
  }
}
