import { Gauge } from 'prom-client'
import type { Platform } from '../platform.ts'
import { repeatedly } from '../repeatedly.ts'
import { isWorkedOn } from './jobs.ts'

/** How often a server that does not work looks whether another does, in milliseconds. */
const lookMs = 10_000

/** Whether what people order is worked on, by this server or another. */
export interface WorkerWatch {
  isWorkedOn(): boolean
  start(): void
  close(): Promise<void>
}

/** On a server with WORKER=off: says so in its log and figures where no other server works, and when one does again. */
export function createWorkerWatch(platform: Platform): WorkerWatch {
  const { config, database, log, metrics } = platform
  const works = config.worker !== 'off'
  let isThere = true
  new Gauge({
    name: 'jobs_worked_on',
    help: '0: no server works on jobs, and what people order waits; looked at by servers with WORKER=off',
    registers: [metrics.registry],
    collect() {
      this.set(isThere ? 1 : 0)
    },
  })
  const look = repeatedly(
    platform,
    'the look whether a server works on jobs',
    async () => {
      const before = isThere
      isThere = await isWorkedOn(database)
      if (before && !isThere)
        log.error('No server works on jobs: ordered work waits. Start one with WORKER=on or WORKER=only.')
      if (!before && isThere) log.info('A server works on jobs again.')
    },
    () => lookMs,
  )
  return {
    isWorkedOn: () => isThere,
    start() {
      if (!works) look.start()
    },
    close: look.close,
  }
}
