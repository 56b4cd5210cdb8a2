// npm run audit:verify of a million entries on PostgreSQL, beside reading the same rows by pg without a look at them,
// and the memory that it takes for ten thousand entries and for a million (BENCH_AUDIT_ENTRIES: another number). Needs
// PostgreSQL's programs.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { migrations } from '../apps/server/src/migrations.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase } from '../apps/server/src/platform/database/open-database.ts'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { fillAuditTrail } from './support/audit-data.ts'
import { newDatabase, onCluster } from './support/bench-cluster.ts'
import { print } from './support/report.ts'

const many = Number(process.env.BENCH_AUDIT_ENTRIES || 1_000_000)
const few = 10_000
const pageSize = 1000
const program = join(import.meta.dirname, '../scripts/command.mjs')

const bareSql = `select link.*, entry.* from (select * from audit_chain where number > $1 order by number limit ${pageSize}) as link
  left join lateral (select * from user_action as entry
    where entry.at = link.entry_at and entry.id = link.entry_id offset 0) as entry on true order by link.number`

interface Run {
  seconds: number
  /** Peak of resident memory, in MB. */
  memory: number
}

/** Runs the command as its users do; its start counts too. */
async function verify(url: string): Promise<Run> {
  const tellsMemory = `data:text/javascript,process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))`
  const began = performance.now()
  const child = spawn(process.execPath, [program, 'audit', 'verify'], {
    env: { ...process.env, DATABASE_URL: url, DEMO: 'off', NODE_OPTIONS: `--import=${tellsMemory}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  const seconds = (performance.now() - began) / 1000
  const peaks = [...said.matchAll(/peak (\d+)/g)].map((match) => Number(match[1]))
  if (code !== 0 || peaks.length === 0) throw new Error(`The command ended with ${code}: ${said}`)
  return { seconds, memory: Math.max(...peaks) / 1024 }
}

async function readBare(client: pg.Client): Promise<number> {
  const began = performance.now()
  for (let after = 0; ; ) {
    const { rows } = await client.query(bareSql, [after])
    if (rows.length === 0) return (performance.now() - began) / 1000
    after = Number(rows.at(-1).number)
  }
}

/** A database of its own with so many entries. */
async function measure(clusterUrl: string, entries: number): Promise<Run & { bare: number }> {
  const url = await newDatabase(clusterUrl, `audit_${entries}`)
  const database = await openDatabase({ url, folder: '', connections: 2 })
  await migrate(database.db, migrations)
  await database.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fillAuditTrail(client, entries)
  const bare = await readBare(client)
  const run = await verify(url)
  await client.end()
  return { ...run, bare }
}

await onCluster('Check of the audit trail', await startCluster(), async (cluster) => {
  const small = await measure(cluster.url, few)
  const large = await measure(cluster.url, many)
  print(`npm run audit:verify, ${many.toLocaleString('en-US')} entries (PostgreSQL)`, [
    {
      what: 'the whole command',
      measured: large.seconds,
      unit: 's',
      baseline: { what: 'reading the same rows by pg', value: large.bare },
      budget: { kind: 'at-most', value: 60 },
    },
    {
      what: 'peak of resident memory',
      measured: large.memory,
      unit: 'MB',
      baseline: { what: `with ${few.toLocaleString('en-US')} entries`, value: small.memory },
      budget: { kind: 'at-most-ratio', value: 1.5 },
    },
  ])
})
