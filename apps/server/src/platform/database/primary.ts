import pg from 'pg'
import { type Clock, systemClock, within } from '../clock.ts'
import { type DatabaseAddress, type Host, spoken } from './address.ts'
import { watchPrimary } from './primary-watch.ts'
import {
  drop,
  type Identity,
  isSame,
  type Primary,
  plainOrder,
  prepare,
  sentenceOf,
  wayTo,
  whatItSaid,
} from './server-session.ts'

/** None of the hosts takes writes; the message says what each of them said. */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
  /** Whether another look may find it otherwise: a wrong password stays wrong. */
  readonly mayPass: boolean

  constructor(message: string, mayPass: boolean, options?: ErrorOptions) {
    super(message, options)
    this.mayPass = mayPass
  }
}

/** How it stands with the database, for /readyz, figures and the log. */
export interface Standing {
  answers: boolean
  /** Each host that was asked last, and what it said: 'db-a:5432 is a standby, which only reads'. */
  says: string
  /** On `Clock.elapsed`: since when `answers` has been so. */
  since: number
}

/** Between two searches of all who wait, in milliseconds. */
const searchPause = 1_000
/** How long the others are waited for when one has said that it takes writes, in milliseconds. */
const lateMs = 250
/** The password is wrong, the database or the role is missing: no later look finds it otherwise. */
const lasting = /^(28\w{3}|3D000|42501|0A000|08P01)$/

/** What one host said; without `identity` it did not let us in. */
interface Look {
  host: Host
  plain?: boolean
  identity?: Identity
  said: string
  mayPass: boolean
  cause?: unknown
}

const mayWrite = (look: Look): look is Look & { plain: boolean; identity: Identity } =>
  look.identity?.writes === true

export type Primaries = ReturnType<typeof followPrimary>

/**
 * Knows which of the hosts takes writes (D52): looks for it, at most once a second for all who wait; watches it; and ends each
 * connection whose server is not the one any more. A server with an older timeline than one that was seen is never it.
 */
export function followPrimary(address: DatabaseAddress, clock: Clock = systemClock) {
  let current: Primary | undefined
  /** Also while it is looked for. */
  let last: Primary | undefined
  let generation = 0
  /** The one that was seen to write last; of the newest timeline that was seen. */
  let newest: Identity | undefined
  let searching: Promise<Primary> | undefined
  /** Hosts that have been asked and have not answered yet. */
  const looking = new Map<Host, Promise<Look>>()
  let searchedAt = Number.NEGATIVE_INFINITY
  let standing: Standing = { answers: false, says: 'was not asked yet', since: clock.elapsed() }
  /** Every connection that is open or being made, with the generation that it was made in. */
  const open = new Map<pg.ClientBase, number>()
  const aims = new WeakMap<pg.ClientBase, Primary>()
  /** Whether a host was reached without TLS the last time. */
  const plainAt = new Map<Host, boolean>()

  function stand(answers: boolean, says: string): void {
    const since = standing.answers === answers ? standing.since : clock.elapsed()
    standing = { answers, says, since }
  }

  /** The one that is known, or the one that is found. @throws NoPrimary */
  function find(): Promise<Primary> {
    if (current) return Promise.resolve(current)
    searching ??= search().finally(() => {
      searching = undefined
    })
    return searching
  }

  async function search(): Promise<Primary> {
    const rest = searchedAt + searchPause - clock.elapsed()
    if (rest > 0) await clock.wait(rest)
    searchedAt = clock.elapsed()
    // Anyone who asks whether it is ready is not left with what was so before.
    const late = clock.after(searchPause, () => {
      if (last) stand(false, sentenceOf(last.host, 'does not answer'))
    })
    const looks = await lookAtAll().finally(late.stop)
    const newestFirst = looks.filter(mayWrite).sort((a, b) => b.identity.timeline - a.identity.timeline)
    for (const { host, plain, identity } of newestFirst) {
      const found = take(host, plain, identity)
      if (found) return found
    }
    const said = looks.map(({ host, said }) => sentenceOf(host, said)).join('; ')
    stand(false, said)
    throw new NoPrimary(
      said,
      looks.some(({ mayPass }) => mayPass),
      { cause: looks.find(({ cause }) => cause)?.cause },
    )
  }

  /**
   * Every host at once, so that one that hangs holds up none: what is late beside one that writes is not waited for, nor, once a
   * primary was seen, what is late beside any other. The next search hears of it.
   */
  async function lookAtAll(): Promise<Look[]> {
    const looks = new Map<Host, Look>()
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    const hosts = inOrder(address)
    const all = hosts.map(async (host) => {
      const look = await lookOnce(host)
      looks.set(host, look)
      if (mayWrite(look)) clock.after(lateMs, resolve)
      else if (newest) clock.after(searchPause, resolve)
    })
    await Promise.race([Promise.all(all), enough])
    return hosts.map((host) => looks.get(host) ?? { host, said: 'does not answer', mayPass: true })
  }

  function lookOnce(host: Host): Promise<Look> {
    const look = looking.get(host) ?? lookAt(host).finally(() => looking.delete(host))
    looking.set(host, look)
    return look
  }

  async function lookAt(host: Host): Promise<Look> {
    try {
      const { client, plain, identity } = await login(host, {})
      await client.end().catch(() => {})
      return { host, plain, identity, said: whyNot(identity), mayPass: true }
    } catch (cause) {
      const mayPass = !lasting.test(String((cause as NodeJS.ErrnoException).code))
      return { host, said: whatItSaid(cause), mayPass, cause }
    }
  }

  /** One login, with TLS or without as the address says; as long again for its first answers. */
  async function login(host: Host, config: pg.ClientConfig, settings: Record<string, string> = {}) {
    let failure: unknown
    const patience = config.connectionTimeoutMillis ?? address.connectMs
    const known = plainAt.get(host)
    const order = plainOrder(address)
    for (const plain of known === undefined ? order : [known, ...order.filter((each) => each !== known)]) {
      const client = new pg.Client({
        ...wayTo(address, host, plain),
        ...config,
        connectionTimeoutMillis: patience,
      })
      // Without a listener a broken connection would end the process; the next query on it fails and tells.
      client.on('error', () => {})
      try {
        await client.connect()
        const identity = await within(clock, patience, prepare(client, address, settings))
        plainAt.set(host, plain)
        return { client, plain, identity }
      } catch (error) {
        drop(client, error)
        failure ??= error
        if (!isAboutTls(error)) break
      }
    }
    throw failure
  }

  /** Whether this server is the primary from now on; undefined where it must not be. */
  function take(host: Host, plain: boolean, identity: Identity): Primary | undefined {
    if (!identity.writes || isOlder(identity)) return undefined
    if (newest === undefined || !isSame(newest, identity)) letGo('another server has taken its place')
    newest = identity
    current = { host, plain, identity, generation }
    last = current
    stand(true, sentenceOf(host, 'takes writes'))
    return current
  }

  const isOlder = ({ system, timeline }: Identity) =>
    newest !== undefined && system === newest.system && timeline < newest.timeline

  const whyNot = (identity: Identity): string =>
    identity.whyNot ||
    (!isOlder(identity) && 'is not the one that was looked for any more') ||
    `is on timeline ${identity.timeline}, and this server has seen timeline ${newest?.timeline}: it was left behind by a promotion, and nothing is written to it`

  /** It said itself that it is not the one; what another host says of itself changes nothing. */
  function lose(host: Host, identity: Identity): void {
    if (current && current.host !== host) return
    current = undefined
    stand(false, sentenceOf(host, whyNot(identity)))
    letGo('its server does not write any more')
  }

  /** Ends every connection that is open now; anyone who waits on one hears of it at once. */
  function letGo(why: string): void {
    generation++
    for (const client of open.keys()) drop(client, new Error(`Connection terminated: ${why}`))
    open.clear()
  }

  function note(client: pg.ClientBase, of: number): void {
    open.set(client, of)
    client.once('end', () => open.delete(client))
  }

  const watch = watchPrimary(
    {
      current: () => current,
      forget: () => (current = undefined),
      find,
      login,
      take,
      lose,
      letGo,
      stand,
    },
    clock,
  )

  return {
    find,
    standing: (): Standing => standing,
    /** How a pool's next connection is made; only after `find`. */
    way: (): pg.ClientConfig => (last ? wayTo(address, last.host, last.plain) : {}),
    /** Of each connection that a pool makes. */
    aimed(client: pg.ClientBase): void {
      if (last) aims.set(client, last)
      note(client, generation)
    },
    /**
     * A pool's new connection, before it is given out.
     * @throws NoPrimary where it has not reached the primary
     */
    async admit(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
      const identity = await prepare(client, address, settings)
      const aim = aims.get(client)
      const isStill = !current || current.host === aim?.host
      const taken = aim && isStill ? take(aim.host, aim.plain, identity) : undefined
      if (taken) return note(client, taken.generation)
      if (aim) lose(aim.host, identity)
      throw new NoPrimary(aim ? sentenceOf(aim.host, whyNot(identity)) : standing.says, true)
    },
    /** Whether it still is a connection to the primary. */
    isCurrent: (client: pg.ClientBase): boolean => open.get(client) === generation,
    /** A connection broke, or was told that its server does not write: the next look is due at once. */
    suspect(): void {
      current = undefined
      watch.lookNow()
    },
    /** A connection of its own, whose user ends it. @throws NoPrimary */
    async session(config: pg.ClientConfig, settings: Record<string, string> = {}): Promise<pg.Client> {
      const { host } = await find()
      const { client, plain, identity } = await login(host, config, settings).catch((error: unknown) => {
        watch.lookNow()
        throw error
      })
      const taken = !current || current.host === host ? take(host, plain, identity) : undefined
      if (taken) {
        note(client, taken.generation)
        return client
      }
      lose(host, identity)
      drop(client, undefined)
      throw new NoPrimary(sentenceOf(host, whyNot(identity)), true)
    },
    watch: watch.start,
    end: watch.end,
  }
}

const isAboutTls = (error: unknown): boolean =>
  /SSL|TLS|no pg_hba\.conf entry|no encryption|self.signed|certificate/i.test((error as Error).message ?? '')

function inOrder({ hosts, shuffled }: DatabaseAddress): Host[] {
  if (!shuffled) return hosts
  return hosts
    .map((host) => ({ host, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ host }) => host)
}

export const hostsOf = ({ hosts }: DatabaseAddress): string => hosts.map(spoken).join(', ')
