// SIM activity of one SIM over the last 7 days by the real call over HTTP, with one million and with ten million events,
// beside the same SQL through pg. Needs PostgreSQL's programs and about 5 GB of room in the temporary folder for some
// minutes; all of it is gone at the end.
import pg from 'pg'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { fillSimActivity, searchedIccids } from './support/activity-data.ts'
import { newDatabase, onCluster } from './support/bench-cluster.ts'
import { type BenchServer, startBenchServer } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'

const sizes = [1_000_000, 10_000_000] as const
const rounds = 10
const searchesPerRound = 100
const searchesForPages = 500
const zone = 'America/New_York'
const dayLength = 86_400_000
const budgetMs = 20
/** Of the pages for each transaction found: a tree of ten times the entries has a level more at most. */
const mostGrowth = 1.5

const mainSql = `select transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at from sim_activity
  where iccid = $1 and sub_transaction_id is null and began_at >= $2 and began_at < $3
  order by began_at desc, event_id desc limit 10001`
const laterSql = `select transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at from sim_activity
  where transaction_id = any($1::uuid[]) and iccid = $2 and sub_transaction_id is not null and began_at >= $3
  order by at, event_id`

const now = new Date()
const from = new Date(now.getTime() - 7 * dayLength)
const dayOf = (time: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(time)
const days = `sDate=${dayOf(from)}&eDate=${dayOf(now)}&timeZone=${encodeURIComponent(zone)}`

interface Measured {
  events: number
  transactionsFound: number
  call: number[]
  bare: number[]
  pages: number
}

async function searchByCall({ url, token }: BenchServer, iccid: string): Promise<number> {
  const answer = await fetch(`${url}/api/simactivationdetail/v1/details?simId=${iccid}&${days}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data, message } = (await answer.json()) as { data: { items: unknown[] } | null; message: string }
  if (!data) throw new Error(`The search was answered ${answer.status}: ${message}`)
  return data.items.length
}

async function searchBare(client: pg.Client, iccid: string): Promise<void> {
  const { rows } = await client.query<{ transaction_id: string }>(mainSql, [iccid, from, now])
  if (rows.length > 0) await client.query(laterSql, [rows.map((row) => row.transaction_id), iccid, from])
}

/** How many of the database's pages are touched for each transaction found: a count, so that no load blurs it. */
async function pagesTouched(client: pg.Client, nextIccid: () => string): Promise<number> {
  const explained = async (sql: string, parameters: unknown[]) => {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, parameters)
    const [{ Plan: plan }] = rows[0]['QUERY PLAN']
    return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
  }
  let pages = 0
  let found = 0
  for (let i = 0; i < searchesForPages; i++) {
    const iccid = nextIccid()
    const { rows } = await client.query<{ transaction_id: string }>(mainSql, [iccid, from, now])
    found += rows.length
    pages += await explained(mainSql, [iccid, from, now])
    pages += await explained(laterSql, [rows.map((row) => row.transaction_id), iccid, from])
  }
  return pages / found
}

async function timed(search: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < searchesPerRound; i++) {
    const start = performance.now()
    await search()
    times.push(performance.now() - start)
  }
  return times
}

/** A server of ours on a database of its own with so many events, and the bare SQL on the same one. */
async function measure(clusterUrl: string, events: number): Promise<Measured> {
  const url = await newDatabase(clusterUrl, `activity_${events}`)
  const server = await startBenchServer('ours', url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const filled = await fillSimActivity(client, events, now)
    const nextIccid = searchedIccids()
    await timed(() => searchByCall(server, nextIccid()))
    await timed(() => searchBare(client, nextIccid()))
    const call: number[] = []
    const bare: number[] = []
    let found = 0
    // In turns, so that a machine that slows down slows both down.
    for (let i = 0; i < rounds; i++) {
      call.push(
        ...(await timed(async () => {
          found += await searchByCall(server, nextIccid())
        })),
      )
      bare.push(...(await timed(() => searchBare(client, nextIccid()))))
    }
    const pages = await pagesTouched(client, nextIccid)
    return { events: filled, transactionsFound: found / (rounds * searchesPerRound), call, bare, pages }
  } finally {
    await client.end()
    await server.stop()
  }
}

const figuresOf = ({ events, call, bare, transactionsFound }: Measured): Figure[] =>
  [0.5, 0.95].map((share) => ({
    what: `p${share * 100} with ${events.toLocaleString('en-US')} events, ${transactionsFound.toFixed(1)} transactions found`,
    measured: percentile(call, share),
    unit: 'ms',
    baseline: { what: 'the same SQL through pg', value: percentile(bare, share) },
    ...(share === 0.95 && { budget: { kind: 'at-most' as const, value: budgetMs } }),
  }))

await onCluster('SIM activity', await startCluster(), async (cluster) => {
  const [small, large] = [await measure(cluster.url, sizes[0]), await measure(cluster.url, sizes[1])]
  print(`SIM activity of one SIM, last 7 days (${rounds * searchesPerRound} searches, one after the other)`, [
    ...figuresOf(small),
    ...figuresOf(large),
    {
      what: 'pages of the database touched for each transaction found, ten times the events',
      measured: large.pages,
      unit: 'pages',
      baseline: { what: 'with a tenth of them', value: small.pages },
      budget: { kind: 'at-most-ratio', value: mostGrowth },
    },
  ])
})
