import pg from 'pg'
import { systemClock } from '../clock.ts'
import { preparedName } from './compile-once.ts'
import { createPlaces, type Places } from './places.ts'
import { currentWork, type Work } from './work.ts'

type Kind = Work['kind'] | 'own'

/**
 * How long a statement may wait for a lock, and last in all, in milliseconds, by who asks. A read waits for nothing but a
 * change of the table itself; a change also for others of the same rows, and for the audit chain. What the server does by
 * itself, jobs, migrations and upkeep, takes as long as it takes.
 */
const limits: Record<Kind, pg.PoolConfig> = {
  read: { lock_timeout: 500, statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 },
  change: { lock_timeout: 3_000, statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 },
  own: {},
}

/** The connections to PostgreSQL, as one pool of Kysely's. */
interface PostgresPools {
  options: pg.PoolConfig
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
  figures(): PoolFigures[]
}

/**
 * So many connections: shared out, so that reads, changes and the server's own work each have theirs, and a table that is
 * locked takes them from no other; or all for everything, as programs with one task want it.
 */
export function openPools(config: pg.PoolConfig, connections: number, sharedOut: boolean): PostgresPools {
  const open = (kind: Kind, max: number) => {
    const pool = new pg.Pool({ ...config, ...limits[kind], max })
    // Without a listener a broken connection would end the process. Of an idle one nobody need hear, the pool opens a new
    // one by itself; one in use that breaks between two queries fails the next.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      client.on('error', () => {})
      prepareOnce(client)
    })
    return pool
  }
  const most = Math.floor(connections * 0.4)
  if (!sharedOut || most === 0) return over({ own: { pool: open('own', connections) } })
  const ofCalls = (kind: Kind) => ({ pool: open(kind, most), places: createPlaces(most) })
  return over({
    read: ofCalls('read'),
    change: ofCalls('change'),
    own: { pool: open('own', connections - 2 * most) },
  })
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

function over(parts: { own: Part } & Partial<Record<Kind, Part>>): PostgresPools {
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
        return await connect(parts[kind] ?? parts.own, work)
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

async function connect({ pool, places }: Part, work: Work | undefined): Promise<pg.PoolClient> {
  if (!work || !places) return pool.connect()
  const leave = await places.take(work.call)
  try {
    const client = await pool.connect()
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

/** Kysely hands on a text and its values; what is worth it is given its name here, so that the server keeps its plan. */
function prepareOnce(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const named = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) ? preparedName(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
  client.query = named as typeof client.query
}

/**
 * A connection of its own, made when it is first needed and again when it was lost: that all the others are busy says
 * nothing of PostgreSQL, and whoever asks here waits so long at most.
 */
export function createProbe(config: pg.ClientConfig, withinMs: number) {
  let open: pg.Client | undefined
  let asking: Promise<unknown[]> | undefined

  async function ask(text: string): Promise<unknown[]> {
    const client =
      open ?? new pg.Client({ ...config, connectionTimeoutMillis: withinMs, query_timeout: withinMs })
    try {
      if (client !== open) {
        client.on('error', () => {})
        await client.connect()
        open = client
      }
      return (await client.query(text)).rows
    } catch (error) {
      // The database's own no leaves the connection as it was.
      if (error instanceof pg.DatabaseError && client === open && !/^(08|57P)/.test(error.code ?? ''))
        throw error
      open = undefined
      // What hangs is not waited for.
      void client.end().catch(() => {})
      throw error
    }
  }

  const one = (text: string) => {
    const mine: Promise<unknown[]> = ask(text).finally(() => {
      asking = undefined
    })
    asking = mine
    return mine
  }
  return {
    /** One after the other. @returns the rows */
    ask: one,
    ping: async (): Promise<void> => void (await (asking ?? one('select 1'))),
    async end(): Promise<void> {
      await asking?.catch(() => {})
      await open?.end()
    },
  }
}
