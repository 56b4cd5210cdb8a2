// Collecting 200 WebConnect containers of 2,500 connections each into PostgreSQL, once a minute, beside reading the same
// answers and keeping nothing, and beside keeping a row for each connection: its time, memory and write-ahead log, and how
// long someone's reads take meanwhile, at a server that does not collect. The field's panels begin a new session every
// three hours or so. Takes a quarter of an hour, since looks are a minute apart. Needs PostgreSQL's programs, of 15
// or newer.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createCollector } from '../apps/server/src/features/webconnect/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { openDatabase } from '../apps/server/src/platform/database/open-database.ts'
import { createMetrics } from '../apps/server/src/platform/metrics/metrics.ts'
import { createOutbound } from '../apps/server/src/platform/outbound/index.ts'
import { createWebConnect } from '../apps/server/src/systems/webconnect/webconnect.adapter.ts'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { findPrograms } from '../apps/server/src/testing/postgres-programs.ts'
import { onCluster } from './support/bench-cluster.ts'
import { type BenchServer, startBenchServer } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'
import { startField } from './support/start-field.ts'

const containers = Number(process.argv[2] ?? 200)
/** Of so many panels about 2,500 are connected. */
const panels = 2550
const intervalSeconds = 60
const warmUpLooks = 6
/** As many as there are between two of PostgreSQL's checkpoints. */
const measuredLooks = 5
const silent = { warn: () => {}, debug: () => {}, error: () => {}, info: () => {} }

async function bench(url: string): Promise<Figure[]> {
  const server = await startBenchServer('ours', url)
  const field = await startField()
  const database = await openDatabase({ url, folder: '', connections: 10 })
  const clock = systemClock
  const outbound = createOutbound({ clock, transactionId: () => undefined, log: silent, observe: () => {} })
  const baseUrl = `${field.url}/webconnect`
  const webConnect = createWebConnect(outbound, { baseUrl, token: 'demo-webconnect-token' })
  const collector = createCollector({
    platform: {
      db: database.db,
      clock,
      metrics: createMetrics(database, 'bench'),
      log: silent as never,
      observations: { note: () => {}, written: async () => {}, onNote() {} },
    },
    webConnect,
    settings: { intervalMs: 0, silentMinutes: 15 },
  })
  const size = async (count: number) =>
    fetch(`${field.url}/control/webconnect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ size: { containers: count, panels } }),
    })
  const collect = async (spreadMs = 0) => {
    const result = await collector.collect(spreadMs)
    if (result?.failed !== 0) throw new Error(`${result?.failed} containers failed`)
  }
  /** Reads all pages as the collector does, four containers at once. */
  const readOnly = async () => {
    const names = await webConnect.containers()
    const worker = async () => {
      for (let name = names.shift(); name !== undefined; name = names.shift()) {
        await webConnect.metrics(name)
        let after: string | undefined
        do {
          const page = await webConnect.connections(name, { after })
          after = page.next ?? undefined
        } while (after !== undefined)
      }
    }
    await Promise.all([worker(), worker(), worker(), worker()])
  }
  try {
    await size(10)
    await collect()
    const few = await peakOf(collect)
    await size(containers)
    let began = performance.now()
    const first = await timed(collect)
    const bare = await timed(readOnly)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // As it goes on: who is missed is kept as gone after five minutes, so those of the first looks are over then.
    const seconds: number[] = []
    const lookEachMinute = async (looks: number, look: () => Promise<unknown>) => {
      for (let i = 0; i < looks; i++) {
        await pause(Math.max(0, began + intervalSeconds * 1000 - performance.now()))
        began = performance.now()
        await look()
      }
    }
    await lookEachMinute(warmUpLooks, async () => seconds.push(await timed(collect)))
    const alone = await readsDuring(server, () => pause(20_000))
    // A checkpoint, after which each page is logged as a whole once, and the looks until the next one.
    await client.query('checkpoint')
    const reads: number[] = []
    let many = 0
    const start = performance.now()
    const written = await writtenBy(client, () =>
      lookEachMinute(measuredLooks, async () => {
        const during = await readsDuring(server, async () => {
          // As a server does it: its looks are spread over the minute.
          many = Math.max(many, await peakOf(() => collect(0.75 * intervalSeconds * 1000)))
        })
        reads.push(...during)
      }),
    )
    const minutes = (performance.now() - start) / 60_000
    const aDay = (megabytes: number) => ((megabytes / minutes) * 24 * 60) / 1000
    const pages = await keepPages(client)
    const rowEach = await keepRowEach(client)
    const kept = await client.query(
      `select (select count(*) from webconnect_connection)::integer as rows,
        (select sum(connection_count) from webconnect_container)::integer as connections,
        pg_total_relation_size('webconnect_connection') / 1e6 as size,
        pg_total_relation_size('row_each') / 1e6 as size_each`,
    )
    const { rows, connections, size: bytes, size_each: bytesEach } = kept.rows[0]
    await client.end()
    return [
      {
        what: `one collection of ${connections.toLocaleString('en-US')} connections at once (${warmUpLooks} measured, the slowest)`,
        measured: Math.max(...seconds),
        unit: 's',
        baseline: { what: 'reading them and keeping nothing', value: bare },
        budget: { kind: 'at-most', value: intervalSeconds },
      },
      {
        what: 'the first collection, which keeps where every panel is',
        measured: first,
        unit: 's',
        baseline: { what: 'one that finds them as before', value: Math.min(...seconds) },
        budget: { kind: 'at-most', value: intervalSeconds },
      },
      {
        what: `write-ahead log in a day, with a checkpoint every five minutes and wal_compression=${compression}`,
        measured: aDay(written.log),
        unit: 'GB',
        baseline: {
          what: 'the pages of the looks, which have none',
          value: (written.pages * 24 * 60) / 1000,
        },
        budget: { kind: 'at-most', value: 2 },
      },
      {
        what: 'the same log without wal_compression',
        measured: aDay(written.log + written.saved),
        unit: 'GB',
      },
      {
        what: 'write-ahead log of each panel that is written, with its whole pages after a checkpoint',
        measured: (written.log * 1e6) / written.panels,
        unit: 'bytes',
      },
      {
        what: "p99 of people's reads while it collects",
        measured: percentile(reads, 0.99),
        unit: 'ms',
        baseline: { what: 'without it', value: percentile(alone, 0.99) },
        budget: { kind: 'at-most-ratio', value: 1.2 },
      },
      {
        what: `panels that come, go or move in ${measuredLooks} minutes`,
        measured: written.panels,
        unit: '',
        baseline: { what: 'all that are connected', value: connections },
      },
      {
        what: 'writing them all',
        measured: pages,
        unit: 's',
        baseline: { what: 'a row for each connection', value: rowEach },
      },
      {
        what: `peak memory with ${containers} containers`,
        measured: many,
        unit: 'MB',
        baseline: { what: 'with 10', value: few },
        budget: { kind: 'at-most-ratio', value: 1.5 },
      },
      { what: 'rows', measured: rows, unit: '', baseline: { what: 'a row each', value: connections } },
      {
        what: 'on disk after them',
        measured: Number(bytes),
        unit: 'MB',
        baseline: { what: 'a row each', value: Number(bytesEach) },
      },
    ]
  } finally {
    await collector.close()
    await outbound.close()
    await database.close()
    await field.stop()
    await server.stop()
  }
}

/** How much is written: the log, what compression spares of it, the pages of a look, all in MB; and of how many panels something was otherwise. */
async function writtenBy(client: pg.Client, work: () => Promise<void>) {
  const now = async () =>
    (
      await client.query(
        'select pg_current_wal_lsn() as place, (select coalesce(max(change_id), 0) from observed_change) as changes',
      )
    ).rows[0]
  const before = await now()
  await work()
  const after = await now()
  const { rows } = await client.query(
    `select pg_wal_lsn_diff($1, $2) / 1e6 as log,
      (select sum(octet_length(connections)) from webconnect_connection) / 1e6 as pages,
      (select count(distinct thing_id) from observed_change where change_id > $3)::integer as panels`,
    [after.place, before.place, before.changes],
  )
  const saved = await savedBetween(client, before.place, after.place)
  return { log: Number(rows[0].log), saved, pages: Number(rows[0].pages), panels: rows[0].panels as number }
}

/** What compression spared of the log between two places, in MB. */
async function savedBetween(client: pg.Client, from: string, to: string): Promise<number> {
  // Until then its end is not on disk.
  await client.query('select pg_switch_wal()')
  const { rows } = await client.query('show data_directory')
  const dump = spawn(
    join(findPrograms() ?? '', 'pg_waldump'),
    ['-b', '-p', join(rows[0].data_directory, 'pg_wal'), '-s', from, '-e', to],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let bytes = 0
  for await (const line of createInterface({ input: dump.stdout }))
    bytes += Number(/compression saved: (\d+)/.exec(line)?.[1] ?? 0)
  if (bytes === 0) throw new Error('pg_waldump tells of no page that was compressed')
  return bytes / 1e6
}

/** How long each read of someone takes while something else is done, in milliseconds. */
async function readsDuring({ url, token }: BenchServer, work: () => Promise<void>): Promise<number[]> {
  const args = [`${import.meta.dirname}/support/reader.ts`, url, token]
  const reader = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = text(reader.stdout)
  await work()
  reader.stdin.end()
  return JSON.parse(await said) as number[]
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** The most resident memory while it runs, in MB. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  let peak = 0
  let isOver = false
  const watch = (async () => {
    while (!isOver) {
      peak = Math.max(peak, process.memoryUsage.rss())
      await pause(20)
    }
  })()
  await work()
  isOver = true
  await watch
  return peak / 1e6
}

/** Writes the pages of the last collection again, one statement each, as the collector does. */
async function keepPages(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select container_name, page, connections from webconnect_connection')
  return timed(async () => {
    for (const { container_name: name, page, connections } of rows)
      await client.query(
        `insert into webconnect_connection (container_name, page, connections) values ($1, $2, $3)
          on conflict (container_name, page) do update set connections = excluded.connections`,
        [name, page, connections],
      )
  })
}

/** The same connections as rows: written once, then the time of writing them again as every collection must. */
async function keepRowEach(client: pg.Client): Promise<number> {
  await client.query(
    `create table row_each (container_name text, connection_id text, cloud_id text, host text, port integer, iccid text,
      connected_at timestamptz, sent_at timestamptz, received_at timestamptz, status text, transaction_id text,
      primary key (container_name, connection_id))`,
  )
  const write = `insert into row_each
    select container_name, c ->> 8, c ->> 0, c ->> 1, (c ->> 2)::integer, c ->> 3, to_timestamp((c ->> 4)::float8 / 1000),
      to_timestamp((c ->> 5)::float8 / 1000), to_timestamp((c ->> 6)::float8 / 1000), c ->> 7, c ->> 8
    from webconnect_connection, json_array_elements(connections::json) as c where container_name = $1
    on conflict (container_name, connection_id) do update set sent_at = excluded.sent_at,
      received_at = excluded.received_at, status = excluded.status`
  const { rows } = await client.query<{ container_name: string }>(
    'select container_name from webconnect_container',
  )
  const writeAll = async () => {
    for (const { container_name: name } of rows) await client.query(write, [name])
  }
  await writeAll()
  return timed(writeAll)
}

/** As docs/operations/postgresql.md has it. */
const compression = 'zstd'
/** As it is in use but for what a crash would need. */
const settings = [
  `wal_compression=${compression}`,
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=on',
  'checkpoint_timeout=1h',
  'max_wal_size=10GB',
]
await onCluster('WebConnect', await startCluster(settings), async (cluster) => {
  print(`WebConnect: ${containers} containers`, await bench(cluster.url))
})
