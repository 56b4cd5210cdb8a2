// npm run import of a million SIM lines into PostgreSQL, beside a bare COPY of the same lines by pg, and the memory
// that it takes for ten thousand lines and for a million. PostgreSQL has 1 GB for what it reads and writes
// (docs/operations.md): the indexes of a million SIMs and of their entries do not fit into its 128 MB. Needs its programs.
import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { forTests, startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { testSecretsKey } from '../apps/server/src/testing/test-secrets.ts'
import { onCluster } from './support/bench-cluster.ts'
import { copyIn } from './support/copy-in.ts'
import { print } from './support/report.ts'

const many = 1_000_000
const few = 10_000
const companies = 250
const columns =
  'iccid,vendorCode,sapCompanyId,usable,networkModel,vpnUserName,vpnPassword,deactivatedAt,panel'
const program = join(import.meta.dirname, '../scripts/command.mjs')

/** Lines as an inventory has them, in no order that would help an index. */
async function writeSims(path: string, count: number): Promise<void> {
  function* lines() {
    yield `${columns}\n`
    for (let from = 0; from < count; from += 1000) {
      let piece = ''
      for (let i = from; i < Math.min(count, from + 1000); i++) {
        const number = String((i * 7919) % many).padStart(7, '0')
        const sap = 3_000_000 + (i % companies)
        const state = i % 10 === 0 ? '2024-02-29T12:00:00Z' : ''
        piece += `8901170000${number}00,ATT,${sap},true,,sim-${number}@${sap},pw-${number},${state},CBS${number}\n`
      }
      yield piece
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}

interface Run {
  linesPerSecond: number
  /** Peak of resident memory, in MB. */
  memory: number
}

/** Runs the command as its users do; its start counts too. The greater peak is that of the import, not of the script. */
async function importFile(url: string, path: string, lines: number): Promise<Run> {
  const tellsMemory = `data:text/javascript,process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))`
  const began = performance.now()
  const child = spawn(process.execPath, [program, 'import', path], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DEMO: 'off',
      SECRETS_KEY: testSecretsKey,
      NODE_OPTIONS: `--import=${tellsMemory}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-10_000)
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  const seconds = (performance.now() - began) / 1000
  const peaks = [...said.matchAll(/peak (\d+)/g)].map((match) => Number(match[1]))
  if (code !== 0 || peaks.length === 0) throw new Error(`The import ended with ${code}: ${said}`)
  return { linesPerSecond: lines / seconds, memory: Math.max(...peaks) / 1024 }
}

async function copyFile(url: string, path: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create table copied (iccid text primary key, vendor_code text, sap_company_id text, usable boolean,
    network_model text, vpn_user_name text, vpn_password text, deactivated_at timestamptz, panel text)`)
  const began = performance.now()
  await copyIn(client, 'copy copied from stdin (format csv, header true)', createReadStream(path))
  const seconds = (performance.now() - began) / 1000
  await client.query('drop table copied')
  await client.end()
  return many / seconds
}

await onCluster('Import', await startCluster([...forTests, 'shared_buffers=1GB']), async (cluster) => {
  const folder = mkdtempSync(join(tmpdir(), 'console-bench-'))
  const path = (name: string) => join(folder, name)
  try {
    await writeSims(path('many.csv'), many)
    await writeSims(path('few.csv'), few)
    const rows = Array.from({ length: companies }, (_, i) => `${3_000_000 + i},Company ${i},us`)
    writeFileSync(path('companies.csv'), ['sapCompanyId,name,sapSalesRegion', ...rows, ''].join('\n'))
    await importFile(cluster.url, path('companies.csv'), companies)
    const small = await importFile(cluster.url, path('few.csv'), few)
    const copied = await copyFile(cluster.url, path('many.csv'))
    const large = await importFile(cluster.url, path('many.csv'), many)
    const again = await importFile(cluster.url, path('many.csv'), many)
    const copy = { what: 'bare COPY of the same lines by pg', value: copied }
    const fewLines = { what: 'import of 10,000 lines', value: small.memory }
    print('Import of 1,000,000 SIM lines (PostgreSQL; checked, with an event in each SIM’s activity)', [
      {
        what: 'all of them new',
        measured: large.linesPerSecond,
        unit: 'lines/s',
        baseline: copy,
        budget: { kind: 'at-least', value: 10_000 },
      },
      {
        what: 'the same again: nothing changes',
        measured: again.linesPerSecond,
        unit: 'lines/s',
        baseline: copy,
        budget: { kind: 'at-least', value: 10_000 },
      },
      {
        what: 'peak of resident memory, all new',
        measured: large.memory,
        unit: 'MB',
        baseline: fewLines,
        budget: { kind: 'at-most-ratio', value: 1.5 },
      },
      {
        what: 'peak of resident memory, the same again',
        measured: again.memory,
        unit: 'MB',
        baseline: fewLines,
      },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
