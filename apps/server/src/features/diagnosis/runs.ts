import { permissions } from '@support-console/contract'
import { isPatientNow } from '../../platform/request-scope.ts'
import { type Asked, type Parts, type Run, startRun } from './run.ts'

/** The diagnoses that are being made on this server: who asks the same with the same rights shares one. */
export interface Runs {
  /** To be let go of afterwards. */
  join(asked: Asked): Joined
  /** Ends all. */
  close(): Promise<void>
}

interface Joined {
  run: Run
  /**
   * @param goesOn they waited as long as they wanted to: what was asked is answered, and kept, all the same. Otherwise the last one
   * who leaves ends it.
   */
  leave(goesOn: boolean): void
}

export function createRuns(parts: Parts): Runs {
  const running = new Map<string, { run: Run; readers: number; goesOn: boolean }>()

  return {
    join(asked) {
      // A person must not wait with one that lets people go first.
      const key = JSON.stringify([asked.kind, asked.id, permissions.filter(asked.may), isPatientNow()])
      const shared = running.get(key) ?? { run: startRun(parts, asked), readers: 0, goesOn: false }
      if (!running.has(key)) {
        running.set(key, shared)
        void shared.run.ended.then(() => running.get(key) === shared && running.delete(key))
      }
      shared.readers++
      return {
        run: shared.run,
        leave(goesOn) {
          shared.readers--
          shared.goesOn ||= goesOn
          if (shared.readers > 0 || shared.goesOn) return
          running.delete(key)
          shared.run.stop(new Error('no one waits for the diagnosis any more'))
        },
      }
    },
    async close() {
      const all = [...running.values()]
      for (const { run } of all) run.stop(new Error('the server stops'))
      await Promise.all(all.map(({ run }) => run.ended))
    },
  }
}
