import { type Clock, systemClock } from '../clock.ts'

/** No one got a place in time: all were taken. */
export class NoPlace extends Error {
  override name = 'NoPlace'
}

export interface Places {
  /**
   * Waits for a place for this call. @returns what gives it back
   * @throws NoPlace after five seconds
   */
  take(call: string): Promise<() => void>
  waiting(): number
}

const patienceMs = 5_000

interface Waiting {
  call: string
  enter(): void
}

/**
 * Shares out so many places among calls, so that one which is held up leaves the others theirs: it never has all of them,
 * and of those who wait, whose call has the fewest goes first.
 */
export function createPlaces(count: number, clock: Clock = systemClock): Places {
  const mostOfOne = Math.max(1, count - 1)
  const taken = new Map<string, number>()
  const queue: Waiting[] = []
  let free = count
  const of = (call: string) => taken.get(call) ?? 0

  function enter(call: string): () => void {
    free--
    taken.set(call, of(call) + 1)
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      free++
      const left = of(call) - 1
      if (left > 0) taken.set(call, left)
      else taken.delete(call)
      admit()
    }
  }

  function admit(): void {
    while (free > 0) {
      const next = queue
        .filter(({ call }) => of(call) < mostOfOne)
        .reduce<Waiting | undefined>((a, b) => (a && of(a.call) <= of(b.call) ? a : b), undefined)
      if (!next) return
      queue.splice(queue.indexOf(next), 1)
      next.enter()
    }
  }

  return {
    waiting: () => queue.length,
    take(call) {
      // Who waits is held back by its own call alone, so anyone who may enter passes no one.
      if (free > 0 && of(call) < mostOfOne) return Promise.resolve(enter(call))
      return new Promise((resolve, reject) => {
        const late = clock.after(patienceMs, () => {
          queue.splice(queue.indexOf(waiting), 1)
          reject(new NoPlace(`no connection to the database within ${patienceMs} ms`))
        })
        const waiting: Waiting = {
          call,
          enter() {
            late.stop()
            resolve(enter(call))
          },
        }
        queue.push(waiting)
      })
    },
  }
}
