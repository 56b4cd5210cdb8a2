import pg from 'pg'
import { systemClock } from '../clock.ts'
import { preparedName } from './compile-once.ts'
import { createPlaces, type Places } from './places.ts'
import { NoPrimary, type Primaries } from './primary.ts'
import { currentWork, type Work } from './work.ts'

type Kind = Work['kind'] | 'own'

/**
 * How long a statement may wait for a lock, and last in all, in milliseconds, by who asks. A read waits for nothing but a
 * change of the table itself; a change also for others of the same rows, and for the audit chain. What the server does by
 * itself, jobs, migrations and upkeep, takes as long as it takes.
 */
const limits: Record<Kind, Record<string, string>> = {
  read: { lock_timeout: '500', statement_timeout: '30000', idle_in_transaction_session_timeout: '60000' },
  change: { lock_timeout: '3000', statement_timeout: '30000', idle_in_transaction_session_timeout: '60000' },
  own: {},
}

/** Where PostgreSQL does not keep to its own limit, this program does, a little later. */
const clientLimit: Record<Kind, pg.PoolConfig> = {
  read: { query_timeout: 32_000 },
  change: { query_timeout: 32_000 },
  own: {},
}

/** How long a call, or the server's own work, waits for a connection while the database moves, in milliseconds. */
const patienceMs: Record<Kind, number> = { read: 10_000, change: 10_000, own: 30_000 }

/** How old a connection may become, in milliseconds; by up to as much again they differ, so that they do not end at once. */
const oldest = 5 * 60_000

/** The connections to PostgreSQL, as one pool of Kysely's. */
interface PostgresPools {
  options: pg.PoolConfig
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
  figures(): PoolFigures[]
}

/**
 * So many connections to the primary: shared out, so that reads, changes and the server's own work each have theirs, and a
 * table that is locked takes them from no other; or all for everything, as programs with one task want it.
 */
export function openPools(
  primary: Primaries,
  config: pg.PoolConfig,
  connections: number,
  sharedOut: boolean,
): PostgresPools {
  const open = (kind: Kind, max: number) =>
    openPool(primary, { ...config, ...clientLimit[kind], max }, limits[kind])
  const most = Math.floor(connections * 0.4)
  if (!sharedOut || most === 0) return over(primary, { own: { pool: open('own', connections) } })
  const ofCalls = (kind: Kind) => ({ pool: open(kind, most), places: createPlaces(most) })
  return over(primary, {
    read: ofCalls('read'),
    change: ofCalls('change'),
    own: { pool: open('own', connections - 2 * most) },
  })
}

/** @param settings what each of its connections has, by name */
export function openPool(
  primary: Primaries,
  config: pg.PoolConfig,
  settings: Record<string, string>,
): pg.Pool {
  class ToPrimary extends pg.Client {
    constructor(given?: pg.ClientConfig) {
      super({ ...given, ...primary.way() })
      primary.aimed(this)
    }
  }
  const pool = new pg.Pool({
    ...config,
    Client: ToPrimary,
    onConnect: (client: pg.ClientBase) => primary.admit(client, settings),
  } as pg.PoolConfig)
  // Without a listener a broken connection would end the process. Of an idle one no one need hear, the pool opens a new
  // one by itself; one in use that breaks between two queries fails the next.
  pool.on('error', () => primary.suspect())
  pool.on('connect', (client) => {
    client.on('error', () => {})
    ends.set(client, systemClock.elapsed() + oldest * (1 + Math.random()))
    watchQueries(client, primary)
  })
  return pool
}

/** When each connection is too old. */
const ends = new WeakMap<pg.ClientBase, number>()
/** What a connection failed with that makes it useless; Kysely gives it back as if nothing had been. */
const broken = new WeakMap<pg.ClientBase, Error>()

/**
 * A connection to the primary; while there is none, it is waited for.
 * @throws NoPrimary where none was found in time
 */
export async function leaseOf(pool: pg.Pool, primary: Primaries, patience: number): Promise<pg.PoolClient> {
  const until = systemClock.elapsed() + patience
  for (;;) {
    try {
      await primary.find()
      const client = await pool.connect()
      if (primary.isCurrent(client)) return giveUpWhenBroken(client, primary)
      client.release(new Error('its server is not the primary any more'))
    } catch (error) {
      const mayPass = error instanceof NoPrimary ? error.mayPass : hasMoved(error)
      if (!mayPass || systemClock.elapsed() >= until) throw error
      if (!(error instanceof NoPrimary)) primary.suspect()
    }
    if (systemClock.elapsed() >= until) throw new NoPrimary(primary.standing().says, true)
  }
}

function giveUpWhenBroken(client: pg.PoolClient, primary: Primaries): pg.PoolClient {
  const release = client.release
  client.release = (error) => {
    const isOld = systemClock.elapsed() > (ends.get(client) ?? Number.POSITIVE_INFINITY)
    release.call(client, error ?? broken.get(client) ?? (isOld || !primary.isCurrent(client)))
  }
  return client
}

/** A failure after which a connection is of no use, and its server perhaps not the primary any more (D52). */
export function hasMoved(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  return (
    /^(25006|57P0\d|08\w{3}|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
      code,
    ) ||
    /connection terminated|connection ended|connection timeout|query read timeout|not queryable/i.test(
      error.message,
    )
  )
}

interface Part {
  pool: pg.Pool
  places?: Places
}

/** What one part of the connections is at. */
export interface PoolFigures {
  kind: Kind
  busy: number
  idle: number
  /** Calls without a connection just now. */
  waiting: number
  /** Since the start: how often a connection was asked for, for how long in all, and how often in vain. */
  waits: number
  waitedMs: number
  refused: number
}

function over(primary: Primaries, parts: { own: Part } & Partial<Record<Kind, Part>>): PostgresPools {
  const all = Object.values(parts)
  const waits = { own: none(), read: none(), change: none() }
  const clock = systemClock
  return {
    options: parts.own.pool.options,
    async connect() {
      const work = currentWork()
      const kind = work && parts[work.kind] ? work.kind : 'own'
      const waited = waits[kind]
      const since = clock.elapsed()
      waited.waits++
      try {
        return await connect(primary, parts[kind] ?? parts.own, work, patienceMs[kind])
      } catch (error) {
        waited.refused++
        throw error
      } finally {
        waited.waitedMs += clock.elapsed() - since
      }
    },
    async end() {
      await Promise.all(all.map(({ pool }) => pool.end()))
    },
    figures: () =>
      Object.entries(parts).map(([kind, { pool, places }]) => ({
        kind: kind as Kind,
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount + (places?.waiting() ?? 0),
        ...waits[kind as Kind],
      })),
  }
}

const none = () => ({ waits: 0, waitedMs: 0, refused: 0 })

async function connect(
  primary: Primaries,
  { pool, places }: Part,
  work: Work | undefined,
  patience: number,
): Promise<pg.PoolClient> {
  if (!work || !places) return leaseOf(pool, primary, patience)
  const leave = await places.take(work.call)
  try {
    const client = await leaseOf(pool, primary, patience)
    const release = client.release
    client.release = (error) => {
      release.call(client, error)
      leave()
    }
    return client
  } catch (error) {
    leave()
    throw error
  }
}

/**
 * Kysely hands on a text and its values; what is worth it is given its name here, so that the server keeps its plan. A
 * failure that means that the database has moved ends the connection, and has the primary looked for.
 */
function watchQueries(client: pg.PoolClient, primary: Primaries): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const watched = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? preparedName(text) : undefined
    const answer = name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (!hasMoved(error)) return
        broken.set(client, error as Error)
        primary.suspect()
      })
    return answer
  }
  client.query = watched as typeof client.query
}

/**
 * Rows of a statement on a connection of its own, made when it is first needed and again when it was lost: that all the
 * others are busy says nothing of PostgreSQL, and anyone who asks here waits so long at most. One after the other.
 */
export function createProbe(primary: Primaries, config: pg.ClientConfig, settings: Record<string, string>) {
  let open: pg.Client | undefined
  return {
    async ask(text: string): Promise<unknown[]> {
      const client = open && primary.isCurrent(open) ? open : await primary.session(config, settings)
      open = client
      try {
        return (await client.query(text)).rows
      } catch (error) {
        // The database's own no leaves the connection as it was.
        if (error instanceof pg.DatabaseError && !hasMoved(error)) throw error
        open = undefined
        // What hangs is not waited for.
        void client.end().catch(() => {})
        primary.suspect()
        throw error
      }
    },
    async end(): Promise<void> {
      await open?.end()
    },
  }
}
