import { readerIsEndedAfter } from './limits.ts'
import type { NoList, ReadList } from './list-file.ts'
import type { Order } from './list-worker.ts'
import address from './list-worker.ts?worker&url'
import { text } from './refused.ts'

/** The policy of the pages (R20) asks who makes a script's address: that of the worker is the only one. */
interface Policy {
  createScriptURL: (address: string) => string
}
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy }
}
const policy = trustedTypes?.createPolicy('list-worker', { createScriptURL: () => address })

/** A file that is being read. */
export interface Reading {
  /** Undefined: it was stopped. */
  answer: Promise<ReadList | NoList | undefined>
  stop: () => void
}

/** Reads a file in a worker, of which the page feels nothing; it is ended where it stands, in time or by `stop` (G3). */
export function readInWorker(order: Order): Reading {
  const worker = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' })
  let deadline: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}
  const answer = new Promise<ReadList | NoList | undefined>((resolve) => {
    const end = (list: ReadList | NoList | undefined) => {
      clearTimeout(deadline)
      worker.terminate()
      resolve(list)
    }
    stop = () => end(undefined)
    worker.addEventListener('message', ({ data }: MessageEvent<ReadList | NoList | 'begun'>) => {
      if (data !== 'begun') return end(data)
      // The worker looks at the clock itself, between two pieces of the file; this is for what it does not come back from.
      deadline = setTimeout(() => end({ refusal: text('TooSlow') }), readerIsEndedAfter)
    })
    worker.addEventListener('error', (event) => {
      reportError(event.error ?? new Error(event.message || 'the reader of files did not start'))
      end({ refusal: text(deadline === undefined ? 'NoReader' : 'Broken') })
    })
    worker.postMessage(order)
  })
  return { answer, stop }
}
