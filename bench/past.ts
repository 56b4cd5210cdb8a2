// What was so at a moment of the past (kept state): pages of things, and a company's list and state, with 10 million changes of the
// things of `states`; beside the same of now. Needs PostgreSQL's programs; with BENCH_KEEP it is filled once (8 GB).
import type { Cluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { filledDatabase, onCluster, startBenchCluster } from './support/bench-cluster.ts'
import { read, timed } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'
import { cloudIdOf, fillSql, iccidOf, panels, sims } from './support/states-data.ts'

const changes = 10_000_000
const [reads, warmUp] = [100, 10]
const eachOf = Math.ceil(changes / (sims + panels))

/** Each thing had another state every twelve hours. */
const pastSql = `
  insert into thing_state_past
    select thing_kind, thing_id, company_id, place,
      case when n % 2 = 0 then state when thing_kind = 'sim' then 'suspended' else 'silent' end, since, at, source, is_here, is_asked,
      is_judged, online, online_at, used_percent, usage_to, iccid, host, refused_since, flaps_until, environment,
      now() - (n + 1) * interval '12 hours', now() - n * interval '12 hours'
    from thing_state cross join generate_series(0, ${eachOf - 1}) as n;
  set session_replication_role = replica;
  ${['company', 'sim', 'panel', 'webconnect_container'].map((table) => `update ${table} set create_date = now() - interval '30 days';`).join('\n  ')}
  update observation set kept_at = now() - interval '30 days';
  set session_replication_role = origin`

async function measure(cluster: Cluster): Promise<Figure[]> {
  const { server, client } = await filledDatabase(cluster, 'past', async (empty) => {
    await empty.query(fillSql)
    await empty.query(pastSql)
    await empty.query('vacuum analyze')
  })
  try {
    const { rows } = await client.query<{ id: number }>(
      `select id from company where sap_company_id in ('3000000', '3000001') order by sap_company_id`,
    )
    const [large, usual] = [rows[0]?.id ?? 0, rows[1]?.id ?? 0]
    const questions = [
      {
        what: "a SIM's page",
        path: (n: number) => `things/v1/sims/${iccidOf((n * 7_919) % sims)}`,
        budget: 60,
      },
      {
        what: "a panel's page",
        path: (n: number) => `things/v1/panels/${cloudIdOf((n * 7_919) % panels)}`,
        budget: 60,
      },
      {
        what: 'the state of a company with 300 things',
        path: () => `companymanager/v1/companies/${usual}/state`,
        budget: 60,
      },
      {
        what: 'a list of such a company',
        path: () => `companymanager/v1/companies/${usual}/sims`,
        budget: 60,
      },
      {
        what: 'the state of a company with 30,000 things',
        path: () => `companymanager/v1/companies/${large}/state`,
      },
    ]
    const times = questions.map(() => ({ past: [] as number[], now: [] as number[] }))
    for (let i = 0; i < warmUp + reads; i++)
      for (const [at, { path, budget }] of questions.entries()) {
        // What has no budget is asked in every tenth round.
        if (!budget && i % 10 > 0) continue
        const moment = new Date(Date.now() - ((i * 7) % (eachOf * 11)) * 3_600_000 - 3_600_000).toISOString()
        const past = await timed(() => read(server, `${path(i)}?at=${moment}`))
        const now = await timed(() => read(server, path(i)))
        if (i < warmUp) continue
        times[at]?.past.push(past)
        times[at]?.now.push(now)
      }
    return questions.map(
      ({ what, budget }, at): Figure => ({
        what: `p95, ${what} at a moment of the past`,
        measured: percentile(times[at]?.past ?? [], 0.95),
        unit: 'ms',
        baseline: { what: 'the same of now', value: percentile(times[at]?.now ?? [], 0.95) },
        ...(budget && { budget: { kind: 'at-most' as const, value: budget } }),
      }),
    )
  } finally {
    await client.end()
    await server.stop()
  }
}

await onCluster('The past', await startBenchCluster(), async (cluster) => {
  print(`The past, ${changes.toLocaleString('en-US')} changes`, await measure(cluster))
})
