// npm run task -- fleet-nights [--sims 250000 --drift 400 --seed 1]: two nights over a fleet with drifts, on a PostgreSQL of their own,
// the server killed three times between. Ends with 1 where a drift was not found, or anything was found that is none, or twice.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { testSecretsKey } from '../apps/server/src/testing/test-secrets.ts'
import { proveNights } from './support/fleet-nights.ts'
import { fill } from './support/stage.ts'

const { values } = parseArgs({
  options: {
    sims: { type: 'string', default: '250000' },
    drift: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})
const cluster = await startCluster()
if (typeof cluster === 'string') throw new Error(cluster)
const folder = await mkdtemp(join(tmpdir(), 'console-nights-'))
try {
  await fill(cluster.url, folder)
  const begun = Date.now()
  const verdict = await proveNights({
    sims: Number(values.sims),
    drift: Number(values.drift),
    seed: Number(values.seed),
    settings: { DATA_DIR: folder, DATABASE_URL: cluster.url, SECRETS_KEY: testSecretsKey },
    say: (line) => console.log(`${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`),
  })
  for (const [what, list] of Object.entries(verdict)) {
    console.log(`\n${what}: ${list.length}`)
    for (const each of list.slice(0, 40)) console.log(`  ${each}`)
  }
  process.exitCode = Object.values(verdict).every((list) => list.length === 0) ? 0 : 1
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
