import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'

/** For which call the database works; nothing where a job, a start or the upkeep asks. */
export interface Work {
  kind: 'read' | 'change'
  /** The call by its key, 'GET /companymanager/v1/companies'. */
  call: string
  /** It is about that moment of the past, by what was known then: in milliseconds. */
  moment?: number | undefined
}

const storage = new AsyncLocalStorage<Work>()

/** Runs `work` so that all that it asks of the database counts for this call. */
export const asWork = <T>(work: Work, run: () => T): T => storage.run(work, run)

export const currentWork = (): Work | undefined => storage.getStore()

/** For what of a call is about that moment of the past; undefined: about now. */
export function atMoment<T>(moment: number | undefined, run: () => T): T {
  const work = storage.getStore()
  if (!work) throw new Error('only a call looks at the past')
  return storage.run({ ...work, moment }, run)
}

/** For what a reading call enters: it waits as a change does. */
export function asChange<T>(run: () => T): T {
  const work = storage.getStore()
  return work?.kind === 'read' ? storage.run({ ...work, kind: 'change' }, run) : run()
}

/** For a file that is made while it is sent: its parts are asked for when the connection takes more, in no one's name. */
export function readAs(work: Work, content: Readable): void {
  const read = content._read
  content._read = (size) => asWork(work, () => read.call(content, size))
}
