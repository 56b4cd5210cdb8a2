// How long until a diagnosis says its first finding, and its verdict: over the situations that need nothing but the field,
// with and without the demo's delays, beside the comparison on SIM Information of the same SIMs in the same run.
import { situations } from '@support-console/demo-world/situations'
import {
  openSituationStage,
  silentContainersIn,
} from '../apps/server/src/features/diagnosis/situations-stage.ts'
import { migrations } from '../apps/server/src/migrations.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase } from '../apps/server/src/platform/database/open-database.ts'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { newDatabase, onCluster } from './support/bench-cluster.ts'
import { median, print } from './support/report.ts'

/** In milliseconds. */
const budgets = { none: { first: 300, verdict: 1_000 }, demo: { first: 300, verdict: 5_000 } } as const

const single = Object.entries(situations).flatMap(([name, situation]) => {
  const { about, before, expects } = situation
  if (before || expects.state === 'so-far' || 'panels' in about) return []
  const thing = 'sim' in about ? `sims/${about.sim}` : `panels/${about.panel}`
  return [{ name, thing, silent: silentContainersIn(situation) }]
})

async function measure(url: string, delays: keyof typeof budgets): Promise<void> {
  const database = await openDatabase({ url, folder: '', connections: 8 })
  await migrate(database.db, migrations)
  const stage = await openSituationStage(database, { FIELD_DELAYS: delays })
  const times = { first: [] as number[], verdict: [] as number[], compared: [] as number[] }
  try {
    await stage.resize({ containers: 3, panels: 20 })
    for (const { name, thing, silent } of single) {
      await stage.field.enter(name)
      await stage.collect(silent)
      const { diagnosis, firstMs, verdictMs } = await stage.ask(thing, { patienceMs: 30_000 })
      times.first.push(firstMs)
      times.verdict.push(verdictMs ?? Number.POSITIVE_INFINITY)
      if (diagnosis.iccid !== null) {
        const begun = performance.now()
        await stage.server.call('GET', `/api/siminformation/v1/simdetail/${diagnosis.iccid}`)
        times.compared.push(performance.now() - begun)
      }
      await stage.field.leave()
      stage.passMs(60_000)
      await stage.forget()
    }
  } finally {
    await stage.close()
    await database.close()
  }
  const baseline = { what: 'the comparison of the SIM, all three sources', value: median(times.compared) }
  const slowness = delays === 'none' ? 'no delays' : "the demo's delays"
  print(`Diagnosis, ${single.length} situations, ${slowness}`, [
    {
      what: `${slowness}, median to the first finding`,
      measured: median(times.first),
      unit: 'ms',
      baseline,
      budget: { kind: 'at-most', value: budgets[delays].first },
    },
    {
      what: `${slowness}, median to the verdict`,
      measured: median(times.verdict),
      unit: 'ms',
      baseline,
      budget: { kind: 'at-most', value: budgets[delays].verdict },
    },
  ])
}

await onCluster('Diagnosis', await startCluster(), async (cluster) => {
  for (const delays of ['none', 'demo'] as const) {
    await measure(await newDatabase(cluster.url, `diagnosis_${delays}`), delays)
  }
})
