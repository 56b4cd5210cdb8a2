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
  offsetMs: number
  saidAt: Date
  /** The newest time of all connections; null: there are too few to tell by. */
  newestAt: Date | null
  connections: readonly KeptConnection[]
  /** JSON of KeptConnection[] each. */
  pages: string[]
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
    const { lastAt, panels } = await keepLook(db, name, data, parts.silentMs)
    const { askedAt, durationMs: tookMs } = report
    // Beside what the look is for.
    await noteConnections(db, name, panels, { askedAt, tookMs, lastAt }).catch((error: unknown) =>
      parts.platform.log.error({ err: error, container: name }, 'which panels came and went cannot be kept'),
    )
  } else await noteProblem(db, [name], report.message)
  return data !== null
}

async function askContainer(
  { platform: { clock }, webConnect }: Parts,
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
  const connections: KeptConnection[] = []
  const seen = new Set<string>()
  let after: string | undefined
  do {
    const page = await webConnect.connections(name, { signal, after })
    const kept: KeptConnection[] = []
    for (const connection of page.connections) {
      // One that moves while its pages are read comes once.
      const id = connection.connectionId || `without an id: ${seen.size}`
      if (seen.has(id)) continue
      seen.add(id)
      kept.push(keep(connection, { offsetMs, notAfter: saidAt.getTime() + toleranceMs }))
    }
    connections.push(...kept)
    pages.push(JSON.stringify(kept))
    if (page.next !== null && page.next !== undefined && page.next === after) break
    after = page.next ?? undefined
  } while (after !== undefined && seen.size < mostConnections)
  return {
    figures: figuresOf(metrics),
    offsetMs,
    saidAt,
    newestAt: newestOf(connections),
    connections,
    pages,
  }
}

/** Of fewer connections nothing follows from their times. */
const enough = 20
/** When anything was last received from any of them, or sent. */
function newestOf(connections: readonly KeptConnection[]): Date | null {
  if (connections.length < enough) return null
  let newest = 0
  for (const [, , , , , sent, received] of connections) newest = Math.max(newest, sent ?? 0, received ?? 0)
  return newest === 0 ? null : new Date(newest)
}

/** What lags by less may be so. */
export const lateMs = 3 * 60_000
/**
 * When what a container tells was so. If all its times lag, and they went on since the look before, it is the container that is late
 * (D56); if they stand still, nothing passes through it any more.
 */
export function findFiguresTime(
  { saidAt, newestAt }: Pick<Look, 'saidAt' | 'newestAt'>,
  before: Date | null,
): Date {
  const isLate =
    newestAt !== null &&
    saidAt.getTime() - newestAt.getTime() > lateMs &&
    (before === null || newestAt > before)
  return isLate ? newestAt : saidAt
}

/** Undefined where one of them cannot be. */
function figuresOf({ connectionCount, cpuUsage, memoryUsage }: Awaited<ReturnType<WebConnect['metrics']>>) {
  if (connectionCount === null || cpuUsage === null || memoryUsage === null) return undefined
  return { connection_count: connectionCount, cpu_usage: cpuUsage, memory_usage: memoryUsage }
}

/**
 * All or nothing: a reader never sees the pages of two looks.
 * @returns when what it told before was so (ISO 8601), and its panels
 */
function keepLook(
  db: Db,
  name: string,
  look: Look,
  silentMs: number,
): Promise<{ lastAt: string | null; panels: SeenPanel[] }> {
  const { figures, offsetMs, saidAt, newestAt, connections, pages } = look
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('webconnect_container')
      .select(['said_at', 'newest_at'])
      .where('container_name', '=', name)
      .executeTakeFirst()
    const asOf = findFiguresTime(look, before?.newest_at ?? null)
    const silent = connections.map((connection) => isSilent(connection, asOf.getTime(), silentMs))
    const facts = {
      ...figures,
      silent_count: silent.filter(Boolean).length,
      clock_offset_ms: offsetMs,
      said_at: asOf,
      newest_at: newestAt,
      checked_at: saidAt,
      problem: figures ? '' : `${name} reported impossible figures. The earlier ones are kept.`,
    }
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
    return {
      lastAt: before?.said_at?.toISOString() ?? null,
      panels: connections.flatMap((connection, at) => seenPanel(connection, silent[at] === true)),
    }
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
