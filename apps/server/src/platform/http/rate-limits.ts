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
   * Of a call of someone who is known. A personal token is counted by itself and with the others of its person, apart from what they do
   * in the browser: no script stands in their way (D58).
   * @returns headers that say how much is left (draft-ietf-httpapi-ratelimit-headers-11)
   * @throws Problem TooMany, which says when to come back
   */
  count(call: Call, user: User): Record<string, string>
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

  /** @param policies the narrowest first, so that a call beyond it does not count for the others */
  function count(counted: Count, policies: readonly Policy[]): Record<string, string> {
    const quotas: string[] = []
    const left: string[] = []
    for (const { name, most, key } of policies) {
      const quota = Math.max(1, Math.floor(most))
      const { times, leftMs } = counted.add(key)
      const seconds = Math.ceil(leftMs / 1000)
      quotas.push(`"${name}";q=${quota};w=${minute / 1000}`)
      left.push(`"${name}";r=${Math.max(0, quota - times)};t=${seconds}`)
      if (times > quota) throw problems.tooMany(seconds, headersOf(quotas, left))
    }
    return headersOf(quotas, left)
  }

  return {
    count(call, user) {
      const isMuch = isCostly(call)
      const most = isMuch ? perMinute / 10 : perMinute
      return count(isMuch ? costly : ordinary, policiesOf(user, most, isMuch ? 'costly' : 'default'))
    },
    countStranger: (remoteAddress) =>
      void count(strangers, [{ name: 'strangers', most: perMinute / 5, key: remoteAddress }]),
  }
}

interface Policy {
  name: string
  most: number
  key: string
}

/** One token may take half of what all of its person's together may. */
const policiesOf = (user: User, most: number, name: string): Policy[] =>
  user.personalToken
    ? [
        { name: `${name}-token`, most: most / 2, key: `token ${user.tokenId}` },
        { name: `${name}-tokens`, most, key: `tokens ${userKey(user)}` },
      ]
    : [{ name, most, key: userKey(user) }]

const headersOf = (quotas: readonly string[], left: readonly string[]): Record<string, string> => ({
  'ratelimit-policy': quotas.join(', '),
  ratelimit: left.join(', '),
})

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
