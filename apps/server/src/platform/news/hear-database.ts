import type { Client } from 'pg'
import { within } from '../clock.ts'
import type { Platform } from '../platform.ts'

/** The channel on which the database announces (news.schema.ts). */
const channel = 'news'
/** Between two looks whether the connection still lives, in milliseconds, and how long one may take. */
const lookEvery = 20_000
const lookTakes = 10_000
/** Before a lost connection is made again, in milliseconds. */
const pause = 1_000

type Parts = Pick<Platform, 'database' | 'clock' | 'log'>

/**
 * Hears what the database announces with each commit, whichever server or program made it: PostgreSQL on one connection of
 * its own, made again when it is lost.
 * @param missed called when something may have been announced meanwhile
 */
export function hearDatabase(
  { database, clock, log }: Parts,
  hear: (payload: string) => void,
  missed: () => void,
) {
  const closing = new AbortController()
  let session: Client | undefined
  let unlisten: (() => Promise<void>) | undefined
  let following = Promise.resolve()

  async function connect(open: () => Promise<Client>): Promise<Client> {
    const opened = await open()
    opened.on('notification', ({ payload = '' }) => hear(payload))
    try {
      await opened.query(`listen ${channel}`)
    } catch (error) {
      await opened.end().catch(() => {})
      throw error
    }
    return opened
  }

  /** An alarm, not a wait: nothing else may think that someone waits for it. */
  const rest = (ms: number, until: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (until.aborted) return resolve()
      const alarm = clock.after(ms, resolve)
      const stop = () => {
        alarm.stop()
        resolve()
      }
      until.addEventListener('abort', stop, { once: true })
    })

  /** Ends when the connection is gone, or says nothing any more: a machine that vanished closes nothing. */
  async function untilLost(listening: Client): Promise<void> {
    const over = new AbortController()
    listening.once('end', () => over.abort(new Error('the database closed the connection')))
    const either = AbortSignal.any([over.signal, closing.signal])
    while (!either.aborted) {
      await within(clock, lookTakes, listening.query('select 1'))
      await rest(lookEvery, either)
    }
    throw either.reason
  }

  async function follow(open: () => Promise<Client>): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        if (!session) {
          session = await connect(open)
          missed()
        }
        await untilLost(session)
      } catch (error) {
        if (closing.signal.aborted) return
        log.warn({ err: error }, 'news of the database are not heard; trying again')
        void session?.end().catch(() => {})
        session = undefined
        await rest(pause, closing.signal)
      }
    }
  }

  return {
    async start(): Promise<void> {
      const { openSession, listen } = database
      if (listen) unlisten = await listen(channel, hear)
      if (!openSession) return
      // So that who asks the server as soon as it is there misses nothing; where it fails, it is tried again beside.
      session = await connect(openSession).catch((error: unknown) => {
        log.warn({ err: error }, 'news of the database cannot be heard yet; trying again')
        return undefined
      })
      following = follow(openSession)
    },
    async close(): Promise<void> {
      closing.abort(new Error('the server is stopping'))
      await following
      await unlisten?.().catch((error: unknown) => {
        log.warn({ err: error }, 'the database was closed before its news were left')
      })
      await session?.end().catch(() => {})
    },
  }
}
