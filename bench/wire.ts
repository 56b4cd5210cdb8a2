// What the largest answers weigh on the wire, as a browser asks for them, beside the same answers to who takes no
// compression: 'All Time' of User Action Detail with its 10,000 transactions, and the list of 10,000 companies. Needs
// PostgreSQL's programs.
import { request } from 'node:http'
import pg from 'pg'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { fillUserActions } from './support/audit-trail-data.ts'
import { newDatabase, onCluster } from './support/bench-cluster.ts'
import { fillCompanies } from './support/company-data.ts'
import { type BenchServer, startBenchServer } from './support/load.ts'
import { type Figure, median, print } from './support/report.ts'

const entries = 60_000
const companies = 10_000
const rounds = 5
const browser = 'gzip, deflate, br, zstd'
const allTime = '/api/useractiondetail/v1/details?allTime=true&timeZone=America/New_York'
const list = '/api/companymanager/v1/companies'
const budget = { kind: 'at-most', value: 600 } as const

interface Asked {
  what: string
  path: string
  budget?: Figure['budget']
}

/** Bytes of the body as it came, and milliseconds until it was whole. */
function weigh({ url, token }: BenchServer, path: string, accepted: string) {
  const start = performance.now()
  return new Promise<{ bytes: number; time: number }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accepted }
    request(`${url}${path}`, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve({ bytes, time: performance.now() - start })
          : reject(new Error(`${path} was answered ${answer.statusCode}`)),
      )
    })
      .on('error', reject)
      .end()
  })
}

async function weighed(server: BenchServer, { what, path, budget }: Asked): Promise<Figure[]> {
  const times = { whole: [] as number[], small: [] as number[] }
  let [whole, small, gzip] = [0, 0, 0]
  for (let i = 0; i < rounds; i++) {
    const plain = await weigh(server, path, 'identity')
    const packed = await weigh(server, path, browser)
    times.whole.push(plain.time)
    times.small.push(packed.time)
    ;[whole, small, gzip] = [plain.bytes, packed.bytes, (await weigh(server, path, 'gzip')).bytes]
  }
  const baseline = { what: 'not compressed', value: whole / 1000 }
  return [
    { what, measured: small / 1000, unit: 'kB', baseline, ...(budget && { budget }) },
    { what: `${what}, for who takes gzip only`, measured: gzip / 1000, unit: 'kB', baseline },
    {
      what: `${what}, until it was there on this machine`,
      measured: median(times.small),
      unit: 'ms',
      baseline: { what: 'not compressed', value: median(times.whole) },
    },
  ]
}

/** A server of ours on a database of its own, with transactions of so many entries at most. */
async function measure(clusterUrl: string, mostOfOne: number, asked: readonly Asked[]): Promise<Figure[]> {
  const url = await newDatabase(clusterUrl, `wire_${mostOfOne}`)
  const server = await startBenchServer('ours', url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await fillCompanies(client, companies)
    await fillUserActions(client, entries, new Date(), mostOfOne)
    const figures: Figure[] = []
    for (const each of asked) figures.push(...(await weighed(server, each)))
    return figures
  } finally {
    await client.end()
    await server.stop()
  }
}

await onCluster('Weight on the wire', await startCluster(), async (cluster) => {
  const transactions = "'All Time' of User Action Detail, 10,000 transactions"
  // What most clicks leave: the console's entry and the server's.
  const usual = await measure(cluster.url, 2, [
    { what: `${transactions} of two entries`, path: allTime, budget },
    { what: 'list of 10,000 companies', path: list, budget },
  ])
  const long = await measure(cluster.url, 8, [
    { what: `${transactions} of two to eight entries`, path: allTime },
  ])
  print(`Weight on the wire, ${rounds} times each`, [...usual, ...long])
})
