// Audit entries a second: 32 writers on two servers, each entry in a durable transaction of its own with its link in the
// chain, beside the same rows in plain transactions. On a PostgreSQL that waits for its disk; needs its programs.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { migrations } from '../apps/server/src/migrations.ts'
import { verifyChain } from '../apps/server/src/platform/audit/verify-chain.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase } from '../apps/server/src/platform/database/open-database.ts'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { newDatabase, onCluster } from './support/bench-cluster.ts'
import { percentile, print } from './support/report.ts'

const servers = 2
const connections = 16
const seconds = 5
const rounds = 3

type Kind = 'chained' | 'plain'

/** A database of its own; the plain one is without the trigger that chains. */
async function makeDatabase(clusterUrl: string, kind: Kind): Promise<string> {
  const url = await newDatabase(clusterUrl, kind)
  const database = await openDatabase({ url, folder: '', connections: 1 })
  await migrate(database.db, migrations)
  await database.close()
  if (kind === 'plain') {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('drop trigger user_action_chain on user_action')
    await client.end()
  }
  return url
}

/** A server that is ready; `go` has it write, and gives the times of its entries. */
async function startWriter(kind: Kind, url: string): Promise<{ go(): Promise<number[]> }> {
  const program = join(import.meta.dirname, 'support/audit-writer.ts')
  const child = spawn(process.execPath, [program, kind, url, String(connections), String(seconds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`A writer (${kind}) ended before its time`)
    return value
  }
  await next()
  return {
    async go() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.stdin.end('go\n')
      const times = JSON.parse(await next()) as number[]
      await ended
      return times
    },
  }
}

async function round(kind: Kind, url: string): Promise<number[]> {
  const writers = await Promise.all(Array.from({ length: servers }, () => startWriter(kind, url)))
  return (await Promise.all(writers.map((writer) => writer.go()))).flat()
}

async function mustHold(url: string): Promise<void> {
  const database = await openDatabase({ url, folder: '', connections: 1 })
  const { faults } = await verifyChain(database.db)
  await database.close()
  if (faults.length > 0) throw new Error(faults.join(' '))
}

await onCluster('Audit entries', await startCluster(['max_connections=100']), async (cluster) => {
  const chainedUrl = await makeDatabase(cluster.url, 'chained')
  const plainUrl = await makeDatabase(cluster.url, 'plain')
  const chained: number[] = []
  const plain: number[] = []
  // In turns, so that a machine that slows down slows both down.
  for (let i = 0; i < rounds; i++) {
    plain.push(...(await round('plain', plainUrl)))
    chained.push(...(await round('chained', chainedUrl)))
  }
  await mustHold(chainedUrl)
  const perSecond = (times: number[]) => times.length / (rounds * seconds)
  const what = 'the same rows in plain transactions'
  print(`Audit entries, ${servers * connections} writers on ${servers} servers (PostgreSQL with fsync)`, [
    {
      what: 'entries with their links, each durable',
      measured: perSecond(chained),
      unit: '/s',
      baseline: { what, value: perSecond(plain) },
      budget: { kind: 'at-least', value: 3000 },
    },
    ...[0.5, 0.95].map((share) => ({
      what: `p${share * 100}`,
      measured: percentile(chained, share),
      unit: 'ms',
      baseline: { what, value: percentile(plain, share) },
    })),
  ])
})
