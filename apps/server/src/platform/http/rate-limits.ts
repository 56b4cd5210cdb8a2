import type { Call } from '@support-console/contract'
import type { Clock } from '../clock.ts'
import { problems } from '../problem.ts'
import { type User, userKey } from '../sign-on/user.ts'

/**
 * How much one caller may ask for in a minute (R29); each server counts for itself. Anyone who has proven who they are, a
 * person or a neighbour, is counted by that alone; only who has not is counted by their address, which they may share with
 * others, and no count of these stands in anybody else's way.
 */
export interface RateLimits {
  /**
   * Of a call of someone who is known.
   * @throws Problem TooMany, which says when to come back
   */
  count(call: Call, user: User): void
  /** Of a token or proof that was made up, so that no one can try them at will. */
  countStranger(remoteAddress: string): void
}

const minute = 60_000
/** So many callers are remembered in each count; of more the earliest are forgotten. */
const bound = 20_000

export function createRateLimits(clock: Clock, perMinute: number): RateLimits {
  const ordinary = createCount(clock, minute)
  // Exports, calls that wait for a carrier, and those about many things at once cost far more than others.
  const costly = createCount(clock, minute)
  const strangers = createCount(clock, minute)

  function count(counted: Count, most: number, key: string): void {
    const { times, leftMs } = counted.add(key)
    if (times > Math.max(1, Math.floor(most))) throw problems.tooMany(Math.ceil(leftMs / 1000))
  }

  return {
    count: (call, user) =>
      isCostly(call)
        ? count(costly, perMinute / 10, userKey(user))
        : count(ordinary, perMinute, userKey(user)),
    countStranger: (remoteAddress) => count(strangers, perMinute / 5, remoteAddress),
  }
}

const isCostly = ({ file, lastsUpTo, asksMuch }: Call): boolean =>
  file !== undefined || lastsUpTo !== undefined || asksMuch === true

/** How often each key came since its window began. */
export interface Count {
  add(key: string): { times: number; leftMs: number }
}

export function createCount(clock: Clock, windowMs: number): Count {
  const windows = new Map<string, { times: number; endsAt: number }>()
  return {
    add(key) {
      const now = clock.elapsed()
      let window = windows.get(key)
      if (!window || window.endsAt <= now) {
        // Again at its end, so that the first is always the earliest.
        windows.delete(key)
        for (const [earliest, { endsAt }] of windows) {
          if (endsAt > now && windows.size < bound) break
          windows.delete(earliest)
        }
        window = { times: 0, endsAt: now + windowMs }
        windows.set(key, window)
      }
      window.times += 1
      return { times: window.times, leftMs: window.endsAt - now }
    },
  }
}
