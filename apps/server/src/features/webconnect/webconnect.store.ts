import type { WebConnectConnection, WebConnectMetric } from '@support-console/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import { type KeptConnection, toConnection } from './kept-connection.ts'

/** More connections than this in one answer would be a hundred megabytes. */
const mostInOneAnswer = 50_000

type ContainerRow = Selectable<Tables['webconnect_container']>

/**
 * What every container last said; with their connections where asked for.
 * @throws Problem TooLarge when that were more than an answer can hold
 */
export async function readMetrics(
  db: Kysely<Tables>,
  { withConnections, silentMinutes }: { withConnections: boolean; silentMinutes: number },
): Promise<WebConnectMetric[]> {
  const rows = await db.selectFrom('webconnect_container').selectAll().execute()
  const collator = new Intl.Collator('en', { numeric: true })
  rows.sort((a, b) => collator.compare(a.container_name, b.container_name))
  const total = rows.reduce((sum, row) => sum + row.connection_count, 0)
  if (withConnections && total > mostInOneAnswer)
    throw new Problem(
      'TooLarge',
      `The containers have ${total.toLocaleString('en-US')} connections, too many for one answer. Ask with details=false, or for the connections of one container.`,
    )
  const metrics: WebConnectMetric[] = []
  for (const row of rows)
    metrics.push({
      ...toMetric(row),
      ...(withConnections && { metricsDetails: (await connectionsOf(db, row, silentMinutes)) ?? [] }),
    })
  return metrics
}

/** The connections of one container as they were last seen. @throws Problem NotFound */
export async function readConnections(
  db: Kysely<Tables>,
  containerName: string,
  silentMinutes: number,
): Promise<{ updateDate: string | null; connections: WebConnectConnection[] }> {
  const row = await db
    .selectFrom('webconnect_container')
    .selectAll()
    .where('container_name', '=', containerName)
    .executeTakeFirst()
  if (!row)
    throw new Problem('NotFound', `There is no WebConnect container ${containerName}. Reload the page.`)
  const connections = await connectionsOf(db, row, silentMinutes)
  return {
    updateDate: connections ? (row.said_at?.toISOString() ?? null) : null,
    connections: connections ?? [],
  }
}

/** Undefined: none are kept. A crash empties them, and the next look brings them again. */
async function connectionsOf(
  db: Kysely<Tables>,
  { container_name: name, said_at: saidAt }: ContainerRow,
  silentMinutes: number,
): Promise<WebConnectConnection[] | undefined> {
  const pages = await db
    .selectFrom('webconnect_connection')
    .select('connections')
    .where('container_name', '=', name)
    .orderBy('page')
    .execute()
  if (pages.length === 0) return undefined
  const connections = pages
    .flatMap(({ connections }) => JSON.parse(connections) as KeptConnection[])
    .map((row) => toConnection(row, saidAt?.getTime() ?? 0, silentMinutes * 60_000))
  return connections.sort((a, b) =>
    a.cloud.cloudId < b.cloud.cloudId ? -1 : a.cloud.cloudId > b.cloud.cloudId ? 1 : 0,
  )
}

/** A panel's latest session, as its container last told of it: its times by our clock, and its last received status. */
export async function lastSessionOf(
  db: Kysely<Tables>,
  containerName: string,
  cloudId: string,
): Promise<{ connectedAt: string | null; sentAt: string | null; receivedAt: string | null; status: string }> {
  const pages = await db
    .selectFrom('webconnect_connection')
    .select('connections')
    .where('container_name', '=', containerName)
    // Of thousands of connections only the page that names it is read.
    .where(sql<boolean>`strpos(connections, ${JSON.stringify(cloudId)}) > 0`)
    .execute()
  const [session] = pages
    .flatMap(({ connections }) => JSON.parse(connections) as KeptConnection[])
    .filter(([id]) => id === cloudId)
    .toSorted(([, , , , a], [, , , , b]) => (b ?? 0) - (a ?? 0))
  if (!session) return { connectedAt: null, sentAt: null, receivedAt: null, status: '' }
  const [, , , , connected, sent, received, status] = session
  return { connectedAt: inWords(connected), sentAt: inWords(sent), receivedAt: inWords(received), status }
}

const inWords = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

const toMetric = (row: ContainerRow): WebConnectMetric => ({
  containerName: row.container_name,
  connectionCount: row.connection_count,
  cpuUsage: row.cpu_usage,
  memoryUsage: row.memory_usage,
  updateDate: row.said_at?.toISOString() ?? null,
  clockOffsetSeconds: Math.round(row.clock_offset_ms / 1000),
  silentCount: row.silent_count,
  problem: row.problem,
  checkedAt: row.checked_at.toISOString(),
})

interface Point {
  at: string
  connectionCount: number
  cpuUsage: number
  memoryUsage: number
}

/** A chart has no more room for points than this. */
const mostPoints = 200

/** Every container's samples of the last hours, averaged over equal stretches so that there are 200 at most. */
export async function readHistory(
  db: Kysely<Tables>,
  hours: number,
): Promise<{ containerName: string; points: Point[] }[]> {
  // One stretch fewer: the hours begin and end within one.
  const seconds = Math.max(1, Math.ceil((hours * 3600) / (mostPoints - 1)))
  const { rows } = await sql<{
    container_name: string
    at: Date
    connection_count: number
    cpu_usage: number
    memory_usage: number
  }>`
    select container_name, max(at) as at, round(avg(connection_count))::integer as connection_count,
      round(avg(cpu_usage)::numeric, 1)::double precision as cpu_usage,
      round(avg(memory_usage)::numeric, 1)::double precision as memory_usage
    from webconnect_sample where at > now() - ${hours} * interval '1 hour'
    group by container_name, floor(extract(epoch from at) / ${seconds})
    order by container_name, at`.execute(db)
  const byName = new Map<string, Point[]>()
  for (const row of rows) {
    const points = byName.get(row.container_name) ?? []
    byName.set(row.container_name, points)
    points.push({
      at: row.at.toISOString(),
      connectionCount: row.connection_count,
      cpuUsage: row.cpu_usage,
      memoryUsage: row.memory_usage,
    })
  }
  const collator = new Intl.Collator('en', { numeric: true })
  return [...byName]
    .map(([containerName, points]) => ({ containerName, points }))
    .sort((a, b) => collator.compare(a.containerName, b.containerName))
}
