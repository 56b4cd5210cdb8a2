import type pg from 'pg'
import { type Alarm, type Clock, within } from '../clock.ts'
import type { Host } from './address.ts'
import {
  drop,
  type Identity,
  isSame,
  type Primary,
  sentenceOf,
  whatItSaid,
  whoAnswers,
} from './server-session.ts'

/**
 * Between two questions whether it still is one, and how long an answer may take before it counts as none; together a second, within
 * which /readyz says so (D52).
 */
const lookEvery = 250
const lookPatience = 750
/** After so long without an answer, also to a new connection, whatever waits on the old ones is let go. */
const letGoAfter = 5_000
/** A connection made again sees where a name or an address has moved to. */
const freshEvery = 10_000

/** What the watch sees and does of the one that it watches. */
interface Followed {
  current(): Primary | undefined
  forget(): void
  find(): Promise<Primary>
  login(
    host: Host,
    config: pg.ClientConfig,
  ): Promise<{ client: pg.Client; plain: boolean; identity: Identity }>
  take(host: Host, plain: boolean, identity: Identity): Primary | undefined
  lose(host: Host, identity: Identity): void
  letGo(why: string): void
  stand(answers: boolean, says: string): void
}

/** Asks four times a second whether the primary still is one, and at once where someone suspects that it is not. */
export function watchPrimary(primary: Followed, clock: Clock) {
  let watching: { client: pg.Client; since: number } | undefined
  let alarm: Alarm | undefined
  let looking: Promise<void> = Promise.resolve()
  let isLooking = false
  let again = false
  let stopped = false
  let watched = false
  let answeredAt = clock.elapsed()

  function lookNow(): void {
    if (stopped || !watched) return
    alarm?.stop()
    if (isLooking) {
      again = true
      return
    }
    isLooking = true
    looking = look().finally(() => {
      isLooking = false
      if (stopped) return
      alarm = clock.after(lookEvery, lookNow)
      again = false
    })
  }

  async function look(): Promise<void> {
    if (await stillAnswers()) {
      answeredAt = clock.elapsed()
      return
    }
    leaveWatch()
    primary.forget()
    try {
      await primary.find()
      answeredAt = clock.elapsed()
    } catch {
      if (clock.elapsed() - answeredAt < letGoAfter) return
      // No one answers a new connection either: what waits on the old ones would wait as long as TCP does.
      primary.letGo('the server does not answer')
    }
  }

  /** Asks on a connection that is kept for it, and made again now and then. */
  async function stillAnswers(): Promise<boolean> {
    const known = primary.current()
    if (!known || again) return false
    try {
      if (watching && clock.elapsed() - watching.since > freshEvery) leaveWatch()
      if (!watching) {
        const { client, identity, plain } = await primary.login(known.host, {
          application_name: 'support-console probe',
          connectionTimeoutMillis: lookPatience,
        })
        watching = { client, since: clock.elapsed() }
        if (primary.take(known.host, plain, identity)) return true
        primary.lose(known.host, identity)
        return false
      }
      const identity = await inTime(whoAnswers(watching.client))
      if (identity.writes && isSame(identity, known.identity)) {
        primary.stand(true, sentenceOf(known.host, 'takes writes'))
        return true
      }
      primary.lose(known.host, identity)
      return false
    } catch (error) {
      primary.stand(false, sentenceOf(known.host, whatItSaid(error)))
      return false
    }
  }

  /** In two halves: after a moment in which this process stood still, an answer that has come is read before time is up. */
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => {})
    const first = await within(clock, lookPatience / 2, answer).catch((error: unknown) => error as Error)
    return first instanceof Error && first.name === 'TimeOver'
      ? within(clock, lookPatience / 2, answer)
      : answer
  }

  function leaveWatch(): void {
    if (watching) drop(watching.client, undefined)
    watching = undefined
  }

  return {
    start(): void {
      watched = true
      lookNow()
    },
    lookNow,
    async end(): Promise<void> {
      stopped = true
      alarm?.stop()
      await looking
      await watching?.client.end().catch(() => {})
    },
  }
}
