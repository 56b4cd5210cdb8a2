import { untilAborted } from '../../platform/outbound/index.ts'

/** What several read at the same time. */
interface Read<T> {
  result: Promise<T>
  readers: number
  end: AbortController
}

/** Anyone who asks the same at the same time shares one read (D30), which ends when the last of them went away. */
export function createSharedReads<T>() {
  const running = new Map<string, Read<T>>()

  function begin(key: string, read: (signal: AbortSignal) => Promise<T>): Read<T> {
    const end = new AbortController()
    const begun: Read<T> = { result: read(end.signal), readers: 0, end }
    running.set(key, begun)
    const forget = () => running.get(key) === begun && running.delete(key)
    begun.result.then(forget, forget)
    end.signal.addEventListener('abort', forget, { once: true })
    return begun
  }

  return async (
    key: string,
    signal: AbortSignal | undefined,
    read: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    signal?.throwIfAborted()
    const shared = running.get(key) ?? begin(key, read)
    shared.readers++
    try {
      return await untilAborted(shared.result, signal)
    } finally {
      shared.readers--
      if (shared.readers === 0) shared.end.abort(new Error('no one reads it any more'))
    }
  }
}
