import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Alarm } from '../../platform/clock.ts'
import { inScope } from '../../platform/http/request-scope.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WebConnect } from '../../systems/webconnect/webconnect.ts'
import { lookAtContainer, noteProblem } from './look-at-container.ts'

/** How many containers are asked at once: their pages are what the memory of a collection is made of. */
const askedAtOnce = 4
/** A server that was not heard of for so long has lost its turn. */
const turnSeconds = 90

export interface WebConnectTimes {
  intervalMs: number
  silentMinutes: number
}

export interface Collector {
  /** Begins to collect regularly. */
  start(): void
  /** Collects once if it is this server's turn. @returns how many containers answered, or undefined: not our turn */
  collect(): Promise<{ answered: number; failed: number } | undefined>
  close(): Promise<void>
}

/** Asks the containers regularly what they have to say (2.13); of several servers one at a time. */
export function createCollector(parts: {
  platform: Pick<Platform, 'db' | 'log' | 'clock'>
  webConnect: WebConnect
  settings: WebConnectTimes
}): Collector {
  const { platform, webConnect, settings } = parts
  const { db, log, clock } = platform
  const silentMs = settings.silentMinutes * 60_000
  const closing = new AbortController()
  let timer: Alarm | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function collect() {
    const holder = randomUUID()
    if (!(await takeTurn(holder))) return undefined
    try {
      return await inScope({ transactionId: randomUUID() }, () => askAll(holder))
    } finally {
      await db
        .updateTable('webconnect_turn')
        .set({ holder: null, held_until: null })
        .where('holder', '=', holder)
        .execute()
    }
  }

  /** In one statement, so that of two servers one has it. The interval counts for all of them together. */
  async function takeTurn(holder: string): Promise<boolean> {
    const taken = await db
      .updateTable('webconnect_turn')
      .set({ holder, held_until: turnEnd, begun_at: sql<Date>`clock_timestamp()` })
      .where(({ or, eb }) =>
        or([eb('held_until', 'is', null), eb('held_until', '<', sql<Date>`clock_timestamp()`)]),
      )
      .where(({ or, eb }) =>
        or([
          eb('begun_at', 'is', null),
          // Timers are not exact: a little early is in time.
          eb(
            'begun_at',
            '<=',
            sql<Date>`clock_timestamp() - ${(settings.intervalMs * 0.9) / 1000} * interval '1 second'`,
          ),
        ]),
      )
      .returning('holder')
      .executeTakeFirst()
    return taken !== undefined
  }

  async function keepsTurn(holder: string): Promise<boolean> {
    const kept = await db
      .updateTable('webconnect_turn')
      .set({ held_until: turnEnd })
      .where('holder', '=', holder)
      .returning('holder')
      .executeTakeFirst()
    return kept !== undefined
  }

  async function askAll(holder: string): Promise<{ answered: number; failed: number }> {
    const rows = await db.selectFrom('webconnect_container').select('container_name').execute()
    const known = rows.map((row) => row.container_name)
    // Without the list those are asked that were in it before.
    const listed = await webConnect.containers({ signal: closing.signal }).catch((error: unknown) => {
      if (error instanceof NeighbourError) return known
      throw error
    })
    const unlisted = known.filter((name) => !listed.includes(name))
    for (const name of unlisted)
      await noteProblem(db, [name], `WebConnect has no container ${name} any more.`)
    const left = [...listed]
    let answered = 0
    const worker = async () => {
      for (let name = left.shift(); name !== undefined; name = left.shift()) {
        closing.signal.throwIfAborted()
        if (!(await keepsTurn(holder))) return
        if (await lookAtContainer({ db, clock, webConnect, silentMs }, name, closing.signal)) answered++
      }
    }
    // All of them, also after one has failed: nothing of it may go on when the database is closed.
    const ended = await Promise.allSettled(Array.from({ length: askedAtOnce }, worker))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
    return { answered, failed: listed.length - answered + unlisted.length }
  }

  function run(): void {
    const begun = clock.elapsed()
    running = collect()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error }, "WebConnect's figures cannot be collected")
      })
      .then(() => {
        if (closing.signal.aborted) return
        const pause = Math.max(1000, settings.intervalMs - (clock.elapsed() - begun))
        timer = clock.after(pause, run)
      })
  }

  return {
    start: run,
    collect,
    async close() {
      closing.abort(new Error('the server is stopping'))
      timer?.stop()
      await running
    },
  }
}

const turnEnd = sql<Date>`clock_timestamp() + ${turnSeconds} * interval '1 second'`
