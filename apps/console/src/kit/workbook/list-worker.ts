import { readerGivesUpAfter } from './limits.ts'
import type { Purpose, SheetChoice } from './list-file.ts'
import { readListFile } from './read-list-file.ts'
import { FileRefused, text } from './refused.ts'

/** What the page asks of the worker. */
export interface Order {
  file: File
  purpose: Purpose
  choice?: SheetChoice | undefined
}

/** Reads one file beside the page, which goes on meanwhile and may end it at any time (G3). */
self.addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  self.postMessage('begun')
  const beganAt = performance.now()
  const goesOn = () => {
    if (performance.now() - beganAt > readerGivesUpAfter) throw new FileRefused(text('TooSlow'))
  }
  self.postMessage(await readListFile(data.file, { ...data, goesOn }))
})
