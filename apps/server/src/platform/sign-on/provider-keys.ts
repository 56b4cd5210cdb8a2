import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { Alarm, Clock } from '../clock.ts'
import type { Logger } from '../logging/logger.ts'

const minute = 60_000
const freshFor = 10 * minute
const pauseBetweenLooks = minute / 2
/**
 * Between two looks for unknown key ids. Anybody may send one, so a key that is really new may have to wait that long
 * because of strangers; and so often can strangers make us ask.
 */
const pauseBetweenSearches = 5000
/** So many calls wait for the next search; further ones are refused at once, strangers may send any number. */
const mostSearching = 50
/** Without any key no one can be let in: then the provider is asked again soon. */
const pauseWithoutKeys = 1000
const lastGoodFor = 24 * 60 * minute

/** The provider's keys cannot be had at all: not the caller's fault. */
export class NoProviderKeys extends Error {
  override name = 'NoProviderKeys'
}

/**
 * The sign-on provider's public keys (R12): fetched from one address, looked up again for an unknown
 * key id at most every 5 s, and kept for a day when the provider is away. Until there are any, it is asked every second.
 */
export function createProviderKeys(parts: {
  url: () => Promise<string>
  clock: Clock
  log: Logger
}): JWTVerifyGetKey {
  const { clock, log } = parts
  let url = ''
  let keys: ReturnType<typeof createLocalJWKSet> | undefined
  let goodAt = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  /** The last look for the sake of an unknown key id: one for fresh keys does not hold it up, a key may be new since. */
  let soughtAt = Number.NEGATIVE_INFINITY
  let searching = 0
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    lookedAt = clock.now().getTime()
    const patience = createPatience(clock)
    try {
      url = await parts.url()
      const response = await fetch(url, {
        redirect: 'error',
        signal: patience.signal,
        headers: { accept: 'application/json' },
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      const set = (await response.json()) as JSONWebKeySet
      const next = createLocalJWKSet(set)
      if (set.keys.length === 0) throw new Error('the key set is empty')
      keys = next
      goodAt = clock.now().getTime()
    } catch (error) {
      const facts = { url, why: describe(error), lastGoodAt: goodAt ? new Date(goodAt).toISOString() : null }
      log.error(facts, 'The sign-on keys cannot be fetched; going on with the last good ones')
    } finally {
      patience.end()
    }
  }

  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  const now = () => clock.now().getTime()
  const mayLook = () => now() - lookedAt >= (keys ? pauseBetweenLooks : pauseWithoutKeys)
  const lookIfDue = async () => {
    if (looking || mayLook()) await lookOnce()
  }

  async function goodKeys(): Promise<NonNullable<typeof keys>> {
    if (!keys) await lookIfDue()
    // Old but good: this call does not wait for the provider, the next ones have the answer.
    else if (now() - goodAt > freshFor && mayLook()) void lookOnce()
    if (!keys || now() - goodAt > lastGoodFor)
      throw new NoProviderKeys(`no keys from ${url || 'the provider, whose document cannot be had'}`)
    return keys
  }

  /** Looks for a key id that is not known: now, or once the pause since the last search is over. */
  async function search(): Promise<void> {
    const due = soughtAt + pauseBetweenSearches - clock.elapsed()
    if (due > 0) await clock.wait(due)
    if (clock.elapsed() - soughtAt >= pauseBetweenSearches) {
      soughtAt = clock.elapsed()
      await lookOnce()
    } else await looking
  }

  return async (header, token) => {
    const known = await goodKeys()
    try {
      return await known(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (searching >= mostSearching) throw error
      searching += 1
      await search().finally(() => {
        searching -= 1
      })
      return (keys ?? known)(header, token)
    }
  }
}

/**
 * Five seconds (R12) in which this process was awake: an answer that came while the embedded database held everything up
 * is read, and not taken for one that never came.
 */
function createPatience(clock: Clock) {
  const given = new AbortController()
  let ticks = 0
  let next: Alarm
  const tick = () => {
    if (++ticks > 50) return given.abort(new Error('no answer within 5 s'))
    next = clock.after(100, tick)
  }
  tick()
  return { signal: given.signal, end: () => next.stop() }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
