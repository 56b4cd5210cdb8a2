// The one state of each thing (D40), where many are shown: lists of a company, a search that names companies, the pages of
// things, Panel Management. Carriers, MobileBroker, Connector and WebConnect have told of 1,000,000 SIMs and 500,000 panels;
// beside the plainest rows through pg. Needs PostgreSQL's programs; with BENCH_KEEP it is filled once (4 GB).
import type { Cluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { filledDatabase, onCluster, startBenchCluster } from './support/bench-cluster.ts'
import { read, timed } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'

const sims = 1_000_000
const panels = sims / 2
/** The first company has so many SIMs and half as many panels; the others share the rest. */
const ofLarge = 20_000
const companies = 5_000
const [reads, warmUp] = [100, 10]
/** Those that have no budget are asked in every tenth round. */
const apart = 10

const pad = (n: number, length: number) => String(n).padStart(length, '0')
const iccidOf = (n: number) => `8901179${pad(n, 12)}`
const cloudIdOf = (n: number) => `CBT${pad(n, 7)}`
const names = ['Harbor', 'Prairie', 'Summit', 'Lakeside', 'Ostervale']

const fillSql = `
  insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
    select (array[${names.map((name) => `'${name}'`).join(', ')}])[n % ${names.length} + 1] || ' ' || n, (3000000 + n)::text, 'us', 'us',
      'TIER2_STANDARD' from generate_series(0, ${companies - 1}) as n;
  create temporary table of_bench as select id, row_number() over (order by id) - 1 as n from company where sap_company_id like '3______';
  create temporary table sim_of_bench as
    select n, '8901179' || lpad(n::text, 12, '0') as iccid, case n % 5 when 0 then 'VZN' else 'ATT' end as vendor_code,
      case when n < ${ofLarge} then 0 else 1 + n % ${companies - 1} end as company from generate_series(0, ${sims - 1}) as n;
  insert into sim (iccid, vendor_code, company_id, panel)
    select iccid, vendor_code, of_bench.id, case when sim_of_bench.n < ${panels} then 'CBT' || lpad(sim_of_bench.n::text, 7, '0') else '' end
    from sim_of_bench join of_bench on of_bench.n = company;
  insert into panel (cloud_id, company_id, remote_id, panel_info)
    select 'CBT' || lpad(p::text, 7, '0'), of_bench.id, 'RT-' || lpad(p::text, 6, '0'), '{"serviceStates": []}'
    from generate_series(0, ${panels - 1}) as p join of_bench on of_bench.n = case when p < ${ofLarge / 2} then 0 else 1 + p % ${companies - 1} end;
  insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
    select 'sim', iccid, source, jsonb_build_object('iccid', iccid, 'deviceStatus', case n % 50 when 7 then 'Suspended' else 'Active' end,
      'rawStatus', 'ACTIVATED', 'imei', '35' || right(iccid, 13), 'onlineStatus', 'Online', 'ratePlan', 'Alarm 5MB'), now(), 900
    from sim_of_bench, unnest(array[case vendor_code when 'VZN' then 'Verizon' else 'AT&T' end, 'MobileBroker', 'Connector']) as source;
  insert into webconnect_container (container_name, said_at, checked_at, problem) values ('webconnect-1', now() + interval '1 day', now() + interval '1 day', '')
    on conflict (container_name) do update set said_at = excluded.said_at, checked_at = excluded.checked_at, problem = '';
  insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
    select 'panel', 'CBT' || lpad(p::text, 7, '0'), 'WebConnect', jsonb_build_object('connection', case p % 40 when 3 then 'gone' else 'connected' end,
      'container', 'webconnect-1', 'iccid', '8901179' || lpad(p::text, 12, '0'), 'host', '10.1.2.3', 'connectedAt', ''), now(), 900
    from generate_series(0, ${panels - 1}) as p`

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
  },
  {
    what: 'a search that names companies of about 300 things each',
    path: ({ n }) => `search/v1/find?q=${names[n % names.length]}`,
    plain: 'select * from company where id = $1',
    budget: 50,
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
