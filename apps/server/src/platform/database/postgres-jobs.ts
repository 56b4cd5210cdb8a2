import type pg from 'pg'
import type { Db as QueueDatabase } from 'pg-boss'
import { systemClock } from '../clock.ts'
import { leaseOf, openPool } from './postgres-pools.ts'
import type { Primaries } from './primary.ts'

type Subscription = Awaited<ReturnType<NonNullable<QueueDatabase['listen']>>>

const connections = 3
const patienceMs = 10_000
/** Before a lost subscription is made again, in milliseconds. */
const pause = 1_000

/**
 * The job queue's way to the primary: connections of its own, which move with the database as all others do (D52).
 * @param name how the database sees them
 */
export function jobsDatabase(primary: Primaries, name: string) {
  const pool = openPool(
    primary,
    {
      max: connections,
      connectionTimeoutMillis: patienceMs,
      idleTimeoutMillis: 60_000,
      application_name: name,
    },
    {},
  )
  const subscriptions = new Set<Subscription>()

  const database: QueueDatabase = {
    async executeSql(text, values) {
      const client = await leaseOf(pool, primary, patienceMs)
      try {
        const result = await client.query(text, values)
        client.release()
        return result
      } catch (error) {
        // Also where a statement of several failed within its transaction.
        client.release(error as Error)
        throw error
      }
    },
    async listen(channel, hear, missed) {
      const subscription = await subscribe(
        () => primary.session({ application_name: name }),
        channel,
        hear,
        missed,
      )
      subscriptions.add(subscription)
      return subscription
    },
  }
  return {
    database,
    async close(): Promise<void> {
      await Promise.all([...subscriptions].map((each) => each.close()))
      await pool.end()
    },
  }
}

/** Hears on a connection of its own, made again when it is lost; the first one must come. */
async function subscribe(
  open: () => Promise<pg.Client>,
  channel: string,
  hear: (payload: string) => void,
  missed: () => void,
): Promise<Subscription> {
  let session: pg.Client | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const opened = await open()
    opened.on('notification', ({ payload }) => {
      if (payload !== undefined) hear(payload)
    })
    opened.once('end', again)
    try {
      await opened.query(`listen "${channel}"`)
    } catch (error) {
      opened.removeListener('end', again)
      await opened.end().catch(() => {})
      throw error
    }
    session = opened
    missed()
  }

  function again(): void {
    session = undefined
    if (isClosed) return
    systemClock.after(pause, () => {
      if (!isClosed) connect().catch(again)
    })
  }

  await connect()
  return {
    async close() {
      isClosed = true
      await session?.end().catch(() => {})
    },
  }
}
