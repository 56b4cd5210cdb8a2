// npm run task -- diagnosis-worlds --seed N --count M: plays worlds with planted causes and asks the diagnosis about each.
// --noise: every kind of noise in turn; --kind NAME: this cause first in each; --world SEED: one world, told in full.
import { parseArgs } from 'node:util'
import { migrations } from '../../apps/server/src/migrations.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { openDatabase, openMemory } from '../../apps/server/src/platform/database/open-database.ts'
import { startCluster } from '../../apps/server/src/testing/postgres-cluster.ts'
import { report } from './report.ts'
import { playWorlds } from './worlds.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    world: { type: 'string' },
    kind: { type: 'string' },
    noise: { type: 'boolean', default: false },
  },
})
const seed = Number(values.world ?? values.seed)
const count = values.world === undefined ? Number(values.count) : 1
if (![seed, count].every((n) => Number.isSafeInteger(n) && n > 0)) {
  console.error('--seed, --count and --world are whole numbers from 1 on.')
  process.exit(1)
}

const cluster = await startCluster()
const database =
  typeof cluster === 'string'
    ? await openMemory()
    : await openDatabase({ url: cluster.url, folder: '', connections: 4 })
try {
  await migrate(database.db, migrations)
  const begun = performance.now()
  const outcomes = await playWorlds(database, {
    seed,
    count,
    forced: { noise: values.noise, ...(values.kind !== undefined && { kind: values.kind }) },
    onDone: ({ outcome, diagnosis }) => {
      if (values.world !== undefined) console.log(JSON.stringify(diagnosis, null, 1), '\n', outcome.sentence)
      else process.stderr.write(outcome.grade === 'right-first' || outcome.grade === 'honest' ? '.' : 'x')
    },
  })
  console.log(report(outcomes, (performance.now() - begun) / 1000).join('\n'))
} finally {
  await database.close()
  if (typeof cluster !== 'string') await cluster.stop()
}
