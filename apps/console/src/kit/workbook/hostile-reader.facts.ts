import { parentPort } from 'node:worker_threads'
import { readerGivesUpAfter } from './limits.ts'
import type { Purpose } from './list-file.ts'
import { readListFile } from './read-list-file.ts'
import { FileRefused, text } from './refused.ts'

/** As the browser's worker reads a file (list-worker.ts), in a thread whose memory has an end. */
parentPort?.on(
  'message',
  async ({ bytes, purpose }: { bytes: Uint8Array<ArrayBuffer>; purpose: Purpose }) => {
    const beganAt = performance.now()
    const goesOn = () => {
      if (performance.now() - beganAt > readerGivesUpAfter) throw new FileRefused(text('TooSlow'))
    }
    parentPort?.postMessage(await readListFile(new Blob([bytes]), { purpose, goesOn }))
  },
)
