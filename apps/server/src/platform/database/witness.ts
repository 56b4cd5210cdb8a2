import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from './tables.ts'

/**
 * Was there before something was committed or read, and says afterwards that it is on the disk. On PostgreSQL it is one
 * session: it ends with the server that it is on, so it cannot vouch for what a crash took back, as a connection made
 * after the crash would (docs/decisions.md, 013).
 */
interface Witness {
  /**
   * Waits until all that was committed before is on the disk; all who wait at once share it.
   * @throws Error where no one can say so
   */
  flush(): Promise<void>
}

/** A durable transaction of its own: its commit waits for the disk, and with it for all that stands before it there. */
const emission = sql`select pg_logical_emit_message(true, 'support-console', '')`

const witnesses = new WeakMap<Kysely<Tables>, () => Promise<Witness>>()

/** To be asked for before the commit, or the reading, that it is to vouch for. */
export const witnessOf = (db: Kysely<Tables>): Promise<Witness> => (witnesses.get(db) ?? itself(db))()

/** PGlite and a connection that someone holds are one session, and their own witness. */
function itself(db: Kysely<Tables>): () => Promise<Witness> {
  const witness = createWitness(async () => void (await emission.execute(db)))
  const ask = () => Promise.resolve(witness)
  witnesses.set(db, ask)
  return ask
}

/** For a pool, whose connections come and go. @returns what ends its session, of which there is none before the first is asked for */
export function witnessBySession(db: Kysely<Tables>, open: () => Promise<pg.Client>): () => Promise<void> {
  let current: ReturnType<typeof begin> | undefined
  const { sql: text } = emission.compile(db)
  async function begin() {
    const session = await open()
    const leave = () => {
      if (current === mine) current = undefined
    }
    session.once('end', leave)
    const emit = async () => {
      try {
        await session.query({ name: 'flush', text })
      } catch (error) {
        leave()
        void session.end().catch(() => {})
        throw error
      }
    }
    const mine = current
    return { session, witness: createWitness(emit) }
  }
  witnesses.set(db, async () => {
    current ??= begin().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return (await current).witness
  })
  return async () => {
    const last = await current?.catch(() => undefined)
    await last?.session.end()
  }
}

function createWitness(emit: () => Promise<void>): Witness {
  /** The flush under way, and the one after it. */
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  function begin(): Promise<void> {
    const run = emit().finally(() => {
      if (running === run) running = undefined
    })
    running = run
    return run
  }
  return {
    flush() {
      if (!running) return begin()
      // What is under way may have begun before the commit of anyone who asks now.
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined
          return begin()
        })
      return next
    },
  }
}
