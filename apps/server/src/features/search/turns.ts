/** So many pieces of work at a time, in the order in which they came, no matter who asks for them. */
export type Turns = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

export function createTurns(atOnce: number): Turns {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (signal, work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
