import { useEffect, useRef, useState } from 'react'
import type { NoList, Purpose, ReadList, SheetChoice } from './list-file.ts'
import { type Reading, readInWorker } from './read-in-worker.ts'

/**
 * Reads chosen files, the last one alone: another choice, `cancel` and leaving the page end what is being read.
 * @param purpose what the list is wanted for
 */
export function useListFile(purpose: Purpose) {
  const [name, setName] = useState<string | null>(null)
  const current = useRef<Reading>(undefined)
  /** For another choice of its sheets. */
  const last = useRef<File>(undefined)
  const cancel = () => {
    current.current?.stop()
    current.current = undefined
    setName(null)
  }
  useEffect(() => () => current.current?.stop(), [])

  /** Its list, or why there is none; undefined where it was stopped. */
  const read = async (file: File, choice?: SheetChoice): Promise<ReadList | NoList | undefined> => {
    cancel()
    last.current = file
    setName(file.name)
    const reading = readInWorker({ file, purpose, choice })
    current.current = reading
    const answer = await reading.answer
    if (current.current !== reading) return undefined
    current.current = undefined
    setName(null)
    return answer
  }
  return {
    /** The file that is being read. */
    name,
    read,
    cancel,
    /** Undefined: no file is at hand any more. */
    last: () => last.current,
  }
}
