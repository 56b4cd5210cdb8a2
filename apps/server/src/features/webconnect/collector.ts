import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseFigure } from '../../platform/database/database-figure.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Repeated, repeatedly } from '../../platform/repeatedly.ts'
import { inScope } from '../../platform/request-scope.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { ask } from '../../systems/ask.ts'
import type { WebConnect } from '../../systems/webconnect/webconnect.adapter.ts'
import { lookAtContainer, noteProblem } from './look-at-container.ts'
import { countPopulation } from './population.ts'

/** How many containers are asked at once: their pages are what the memory of a collection is made of. */
const askedAtOnce = 4
/** A server that was not heard of for so long has lost its turn. */
const turnSeconds = 90
/** So far apart their looks begin, in milliseconds, so that what people ask for meanwhile meets few of them at once. */
const apartMs = 200
/** Of the interval that they take at most: what a slow container needs longer is left. */
const shareOfInterval = 0.75

export interface WebConnectTimes {
  intervalMs: number
  silentMinutes: number
}

/** Collects regularly, from its start on. */
export interface Collector extends Repeated {
  /**
   * Collects once if it is this server's turn.
   * @param spreadMs over how long the looks are spread, at most; 0: one after the other at once
   * @returns how many containers answered, or undefined: not our turn
   */
  collect(spreadMs?: number): Promise<{ answered: number; failed: number } | undefined>
}

/** Asks the containers regularly what they have to say (2.13); of several servers one at a time. */
export function createCollector(parts: {
  platform: Pick<Platform, 'db' | 'log' | 'clock' | 'observations' | 'metrics'>
  webConnect: WebConnect
  settings: WebConnectTimes
}): Collector {
  const { platform, webConnect, settings } = parts
  const { db, clock } = platform
  const silentMs = settings.silentMinutes * 60_000

  async function collect(spreadMs = 0, signal = new AbortController().signal) {
    const holder = randomUUID()
    if (!(await takeTurn(holder))) return undefined
    try {
      return await inScope({ transactionId: randomUUID() }, () => askAll(holder, spreadMs, signal))
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

  async function askAll(holder: string, spreadMs: number, signal: AbortSignal) {
    const rows = await db.selectFrom('webconnect_container').select('container_name').execute()
    const formerNames = rows.map((row) => row.container_name)
    // Without the list those are asked that were in it before.
    const answer = await ask({ platform, signal }, webConnect.name, () => webConnect.containers({ signal }))
    const listed = answer.data ?? formerNames
    const unlisted = formerNames.filter((name) => !listed.includes(name))
    for (const name of unlisted)
      await noteProblem(db, [name], `WebConnect no longer has a container ${name}.`)
    const begun = clock.elapsed()
    const apart = Math.min(apartMs, spreadMs / listed.length)
    const looks = await sideBySide(askedAtOnce, [...listed.entries()], async ([i, name]) => {
      const early = begun + i * apart - clock.elapsed()
      if (early > 0) await clock.wait(early, signal)
      signal.throwIfAborted()
      return (await keepsTurn(holder)) && lookAtContainer({ platform, webConnect, silentMs }, name, signal)
    })
    const answered = looks.filter(Boolean).length
    await countPopulation(db, clock.now().toISOString())
    return { answered, failed: listed.length - answered + unlisted.length }
  }

  const repeated = repeatedly(
    platform,
    "the collection of WebConnect's figures",
    (signal) => collect(settings.intervalMs * shareOfInterval, signal),
    (tookMs) => Math.max(1000, settings.intervalMs - tookMs),
  )
  return { ...repeated, collect }
}

const turnEnd = sql<Date>`clock_timestamp() + ${turnSeconds} * interval '1 second'`

/** When the containers were last asked, and how many of them answered. */
export const webConnectFigure: DatabaseFigure = {
  name: 'webconnect',
  kind: 'collector',
  text: `
    select extract(epoch from clock_timestamp() - (select max(begun_at) from webconnect_turn))::float8 as age,
      count(*) filter (where problem = '')::int as fresh, count(*) filter (where problem <> '')::int as stale
    from webconnect_container`,
}
