// The one state of each thing (D40), where many are shown: lists of a company, a search that names companies, the pages of
// things, Panel Management. Carriers, MobileBroker, Connector and WebConnect have told of 1,000,000 SIMs and 500,000 panels;
// beside the plainest rows through pg. Needs PostgreSQL's programs; with BENCH_KEEP it is filled once (4 GB).
import type { Cluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { filledDatabase, onCluster, startBenchCluster } from './support/bench-cluster.ts'
import { read, timed } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'
import { cloudIdOf, fillSql, iccidOf, names, pad, panels, sims } from './support/states-data.ts'

const [reads, warmUp] = [100, 10]
/** Those that have no budget are asked in every tenth round. */
const apart = 10

/** What is asked, by the ID of the large company and that of another; the budget in milliseconds. */
const questions: readonly {
  what: string
  path: (of: { large: number; usual: number; n: number }) => string
  plain: string
  budget?: number
}[] = [
  ...['sims?', 'sims?show=wrong', 'panels?', 'panels?show=wrong'].map((list) => ({
    what: `a list of 50 with states, ${list}, of a company with 300 things`,
    path: ({ usual }: { usual: number }) => `companymanager/v1/companies/${usual}/${list}`,
    plain: 'select * from sim where company_id = $1 order by iccid limit 50',
    budget: 50,
  })),
  ...['sims?sort=iccid', 'sims?show=wrong', 'panels?sort=cloudId', 'panels?show=wrong'].map((list) => ({
    what: `a list of 50 with states, ${list}, of a company with 20,000 SIMs and 10,000 panels`,
    path: ({ large }: { large: number }) => `companymanager/v1/companies/${large}/${list}`,
    plain: 'select count(*) from sim where company_id = $1',
    budget: 40,
  })),
  {
    what: 'the state of a company with 300 things',
    path: ({ usual }) => `companymanager/v1/companies/${usual}/state`,
    plain: 'select count(*) from sim where company_id = $1',
    budget: 30,
  },
  {
    what: 'the state of a company with 20,000 SIMs and 10,000 panels',
    path: ({ large }) => `companymanager/v1/companies/${large}/state`,
    plain: 'select count(*) from sim where company_id = $1',
    budget: 15,
  },
  {
    what: 'a search that names companies of about 300 things each',
    path: ({ n }) => `search/v1/find?q=${names[n % names.length]}`,
    plain: 'select * from company where id = $1',
    budget: 30,
  },
  {
    what: 'a search for a SIM by its last six digits',
    path: ({ n }) => `search/v1/find?q=${pad((n * 7_919) % sims, 6)}`,
    plain: 'select * from company where id = $1',
    budget: 50,
  },
  {
    what: "a SIM's page",
    path: ({ n }) => `things/v1/sims/${iccidOf((n * 7_919) % sims)}`,
    plain: 'select * from company where id = $1',
    budget: 30,
  },
  {
    what: "a panel's page",
    path: ({ n }) => `things/v1/panels/${cloudIdOf((n * 7_919) % panels)}`,
    plain: 'select * from company where id = $1',
    budget: 30,
  },
]

async function measure(cluster: Cluster): Promise<Figure[]> {
  const { server, client } = await filledDatabase(cluster, 'states', async (empty) => {
    await empty.query(fillSql)
    await empty.query('vacuum analyze')
  })
  try {
    await client.query(
      `update webconnect_container set said_at = now() + interval '1 hour', checked_at = now() + interval '1 hour'`,
    )
    const { rows } = await client.query<{ id: number; sap: string }>(
      `select id, sap_company_id as sap from company where sap_company_id in ('3000000', '3000001') order by sap`,
    )
    const [large, usual] = [rows[0]?.id ?? 0, rows[1]?.id ?? 0]
    const times = questions.map(() => ({ ours: [] as number[], bare: [] as number[] }))
    // In turns, so that a machine that slows down slows all of them down.
    for (let i = 0; i < warmUp + reads; i++)
      for (const [at, { path, plain, budget }] of questions.entries()) {
        if (!budget && i % apart > 0) continue
        const ours = await timed(() => read(server, path({ large, usual, n: i })))
        const bare = await timed(() => client.query(plain, [usual]))
        if (i < warmUp) continue
        times[at]?.ours.push(ours)
        times[at]?.bare.push(bare)
      }
    const [located, plainly]: [number[], number[]] = [[], []]
    for (let i = 0; i < 10; i++) {
      located.push(await timed(() => read(server, 'panelmanagement/v1/locate/3000000?queryType=sapNumber')))
      plainly.push(await timed(() => client.query('select * from panel where company_id = $1', [large])))
    }
    return [
      ...questions.map(
        ({ what, budget }, at): Figure => ({
          what: `p95, ${what}`,
          measured: percentile(times[at]?.ours ?? [], 0.95),
          unit: 'ms',
          baseline: { what: 'its plainest rows through pg', value: percentile(times[at]?.bare ?? [], 0.95) },
          ...(budget && { budget: { kind: 'at-most' as const, value: budget } }),
        }),
      ),
      {
        what: 'median, 10,000 panels with their states on Panel Management',
        measured: percentile(located, 0.5),
        unit: 'ms',
        baseline: { what: 'their rows through pg', value: percentile(plainly, 0.5) },
        budget: { kind: 'at-most', value: 400 },
      },
    ]
  } finally {
    await client.end()
    await server.stop()
  }
}

await onCluster('States', await startBenchCluster(), async (cluster) => {
  print(
    `States, ${sims.toLocaleString('en-US')} SIMs and ${panels.toLocaleString('en-US')} panels`,
    await measure(cluster),
  )
})
