import { sql } from 'kysely'
import { timeLimit } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { NeighbourError, neighbourErrors } from '../../platform/outbound/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { ask } from '../../systems/ask.ts'
import type { WebConnect } from '../../systems/webconnect/webconnect.adapter.ts'
import { isSilent, type KeptConnection, keep } from './kept-connection.ts'
import { noteConnections } from './note-connections.ts'
import { type SeenPanel, seenPanel } from './seen-panel.ts'

/** Clocks that differ by less are taken as equal: the way of an answer takes time as well. */
const toleranceMs = 5_000
/** The most connections of one container that are kept; what is more than that is no container of ours. */
const mostConnections = 100_000
/** How long one container may take in all, in milliseconds. */
const longestLookMs = 60_000

interface Parts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>
  webConnect: WebConnect
  silentMs: number
}

interface Look {
  /** Absent where one of them cannot be: then the earlier ones stand. */
  figures: { connection_count: number; cpu_usage: number; memory_usage: number } | undefined
  silentCount: number
  offsetMs: number
  saidAt: Date
  /** JSON of KeptConnection[] each. */
  pages: string[]
  panels: SeenPanel[]
}

/**
 * Asks one container, and keeps what it says, or why it did not answer. Never rejects for what is the container's.
 * @returns whether it answered
 */
export async function lookAtContainer(parts: Parts, name: string, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = parts.platform
  const timeUp = timeLimit(clock, longestLookMs)
  const look = async () => {
    try {
      return await askContainer(parts, name, AbortSignal.any([signal, timeUp.signal]))
    } catch (error) {
      if (signal.aborted || !timeUp.signal.aborted || error instanceof NeighbourError) throw error
      const sentence = `${name} did not report all of its connections within ${longestLookMs / 1000} s.`
      throw neighbourErrors.timeout(name, longestLookMs, { sentence })
    } finally {
      timeUp.stop()
    }
  }
  const { data, report } = await ask({ platform: parts.platform, signal }, name, look)
  if (data) {
    const lastAt = await keepLook(db, name, data)
    const { askedAt, durationMs: tookMs } = report
    // Beside what the look is for.
    await noteConnections(db, name, data.panels, { askedAt, tookMs, lastAt }).catch((error: unknown) =>
      parts.platform.log.error({ err: error, container: name }, 'which panels came and went cannot be kept'),
    )
  } else await noteProblem(db, [name], report.message)
  return data !== null
}

async function askContainer(
  { platform: { clock }, webConnect, silentMs }: Parts,
  name: string,
  signal: AbortSignal,
): Promise<Look> {
  const askedAt = clock.now().getTime()
  const metrics = await webConnect.metrics(name, { signal })
  const saidAt = clock.now()
  // It was somewhere between the question and the answer that it looked at its clock.
  const difference = Math.round(metrics.time - (askedAt + saidAt.getTime()) / 2)
  const offsetMs = Math.abs(difference) > toleranceMs ? difference : 0

  const pages: string[] = []
  const panels: SeenPanel[] = []
  const seen = new Set<string>()
  let silentCount = 0
  let after: string | undefined
  do {
    const page = await webConnect.connections(name, { signal, after })
    const kept: KeptConnection[] = []
    for (const connection of page.connections) {
      // One that moves while its pages are read comes once.
      const id = connection.connectionId || `without an id: ${seen.size}`
      if (seen.has(id)) continue
      seen.add(id)
      const keptConnection = keep(connection, { offsetMs, notAfter: saidAt.getTime() + toleranceMs })
      const silent = isSilent(keptConnection, saidAt.getTime(), silentMs)
      if (silent) silentCount++
      kept.push(keptConnection)
      panels.push(...seenPanel(keptConnection, silent))
    }
    pages.push(JSON.stringify(kept))
    if (page.next !== null && page.next !== undefined && page.next === after) break
    after = page.next ?? undefined
  } while (after !== undefined && seen.size < mostConnections)
  return { figures: figuresOf(metrics), silentCount, offsetMs, saidAt, pages, panels }
}

/** Undefined where one of them cannot be. */
function figuresOf({ connectionCount, cpuUsage, memoryUsage }: Awaited<ReturnType<WebConnect['metrics']>>) {
  if (connectionCount === null || cpuUsage === null || memoryUsage === null) return undefined
  return { connection_count: connectionCount, cpu_usage: cpuUsage, memory_usage: memoryUsage }
}

/**
 * All or nothing: a reader never sees the pages of two looks.
 * @returns when it answered before (ISO 8601)
 */
function keepLook(db: Db, name: string, look: Look): Promise<string | null> {
  const { figures, silentCount, offsetMs, saidAt, pages } = look
  const facts = {
    ...figures,
    silent_count: silentCount,
    clock_offset_ms: offsetMs,
    said_at: saidAt,
    checked_at: saidAt,
    problem: figures ? '' : `${name} reported impossible figures. The earlier ones are kept.`,
  }
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('webconnect_container')
      .select('said_at')
      .where('container_name', '=', name)
      .executeTakeFirst()
    await trx
      .insertInto('webconnect_container')
      .values({ container_name: name, ...facts })
      .onConflict((conflict) => conflict.column('container_name').doUpdateSet(facts))
      .execute()
    if (figures)
      await trx
        .insertInto('webconnect_sample')
        .values({ container_name: name, at: saidAt, ...figures })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await trx
      .deleteFrom('webconnect_connection')
      .where('container_name', '=', name)
      .where('page', '>=', pages.length)
      .execute()
    for (const [page, connections] of pages.entries())
      await trx
        .insertInto('webconnect_connection')
        .values({ container_name: name, page, connections })
        .onConflict((conflict) => conflict.columns(['container_name', 'page']).doUpdateSet({ connections }))
        .execute()
    return before?.said_at?.toISOString() ?? null
  })
}

/** Keeps what the containers said before, with the reason why there is nothing newer. */
export async function noteProblem(db: Db, names: readonly string[], problem: string): Promise<void> {
  if (names.length === 0) return
  const facts = { problem, checked_at: sql<Date>`now()` }
  await db
    .insertInto('webconnect_container')
    .values(names.map((container_name) => ({ container_name, ...facts })))
    .onConflict((conflict) => conflict.column('container_name').doUpdateSet(facts))
    .execute()
}
