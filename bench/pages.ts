// The page of a SIM and of a panel: what its calls for what is kept take over HTTP with 200,000 SIMs and 100,000 panels, each of
// which three sources and WebConnect have told of, beside the plainest rows through pg; and the lists of a company that has a
// tenth of them. Needs PostgreSQL's programs.
import type { Cluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { filledDatabase, onCluster, startBenchCluster } from './support/bench-cluster.ts'
import { read, timed } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'

const sims = 200_000
const panels = sims / 2
const reads = 500
const warmUp = 50

/** Of the company whose lists are read; the others belong to another one. */
const ofLarge = sims / 10

const iccidOf = (n: number) => `8901179${String(n).padStart(12, '0')}`
const cloudIdOf = (n: number) => `CBT${String(n).padStart(7, '0')}`

const companies = '(select min(id) as first, max(id) as last from company) as of_two'
const fillSql = `
  insert into sim (iccid, vendor_code, company_id, panel)
    select '8901179' || lpad(n::text, 12, '0'), case n % 5 when 0 then 'VZN' else 'ATT' end,
      case when n < ${ofLarge} then first else last end, case when n < ${panels} then 'CBT' || lpad(n::text, 7, '0') else '' end
    from generate_series(0, ${sims - 1}) as n, ${companies};
  insert into panel (cloud_id, company_id, remote_id, panel_info)
    select 'CBT' || lpad(n::text, 7, '0'), case when n < ${ofLarge / 2} then first else last end, 'RT-' || lpad(n::text, 6, '0'), '{"serviceStates": []}'
    from generate_series(0, ${panels - 1}) as n, ${companies};
  insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
    select 'sim', iccid, source, jsonb_build_object('iccid', iccid, 'deviceStatus',
        case right(iccid, 1) when '7' then 'Suspended' else 'Active' end, 'rawStatus', 'ACTIVATED',
      'imei', '35' || right(iccid, 13), 'ratePlan', 'Alarm 5MB', 'ipAddress', '10.1.2.3'), now(), 900
    from sim, unnest(array[case vendor_code when 'VZN' then 'Verizon' else 'AT&T' end, 'MobileBroker', 'Connector']) as source where iccid like '8901179%';
  insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
    select 'panel', cloud_id, 'WebConnect', jsonb_build_object('connection', 'connected', 'container', 'webconnect-1',
      'iccid', '8901179' || lpad(right(cloud_id, 7), 12, '0'), 'host', '10.1.2.3', 'connectedAt', ''), now(), 900
    from panel where cloud_id like 'CBT%';
  insert into observed_identifier (thing_kind, thing_id, field, form, source, first_seen, last_seen)
    select 'panel', thing_id, 'iccid', fields ->> 'iccid', source, now(), now() from observation
    where thing_kind = 'panel' and thing_id like 'CBT%'`

/** What the page of a company asks for, with what is chosen in its lists. */
const lists = [
  'sims?',
  'sims?state=Active',
  'sims?state=Suspended',
  'sims?vendorCode=VZN',
  'sims?state=Active&vendorCode=VZN&page=20',
  'sims?sort=state',
  'sims?text=0123',
  'panels?',
  'panels?connection=connected',
  'panels?text=0123',
]
const listReads = 40
const plainList = 'select count(*) from sim where company_id = $1'

/** What each page asks of what is kept, and the plainest rows for it. */
const pages: Readonly<
  Record<string, { paths: (n: number) => string[]; plain: string; id: (n: number) => string }>
> = {
  "a SIM's page": {
    paths: (n) => [`things/v1/sims/${iccidOf(n)}`, `observations/v1/sim/${iccidOf(n)}`],
    plain: `select * from sim left join observation on thing_kind = 'sim' and thing_id = iccid where iccid = $1`,
    id: iccidOf,
  },
  "a panel's page": {
    paths: (n) => [`things/v1/panels/${cloudIdOf(n)}`, `observations/v1/panel/${cloudIdOf(n)}`],
    plain: `select * from panel left join observation on thing_kind = 'panel' and thing_id = cloud_id where cloud_id = $1`,
    id: cloudIdOf,
  },
}

async function measureServer(cluster: Cluster): Promise<Figure[]> {
  const { server, client } = await filledDatabase(cluster, 'pages', async (client) => {
    await client.query(fillSql)
    await client.query('vacuum analyze')
  })
  try {
    const figures: Figure[] = []
    for (const [what, { paths, plain, id }] of Object.entries(pages)) {
      const [ours, bare]: [number[], number[]] = [[], []]
      for (let i = 0; i < warmUp + reads; i++) {
        const n = (i * 7_919) % panels
        // As the browser asks them: at the same time.
        const time = await timed(() => Promise.all(paths(n).map((path) => read(server, path))))
        const plainly = await timed(() => client.query(plain, [id(n)]))
        if (i < warmUp) continue
        ours.push(time)
        bare.push(plainly)
      }
      figures.push({
        what: `p95, all that ${what} asks of what is kept`,
        measured: percentile(ours, 0.95),
        unit: 'ms',
        baseline: { what: 'its rows through pg', value: percentile(bare, 0.95) },
        budget: { kind: 'at-most', value: 30 },
      })
    }
    const { rows } = await client.query<{ id: number }>('select min(id) as id from company')
    const company = rows[0]?.id ?? 1
    for (const list of lists) {
      const [ours, bare]: [number[], number[]] = [[], []]
      for (let i = 0; i < listReads; i++) {
        ours.push(await timed(() => read(server, `companymanager/v1/companies/${company}/${list}`)))
        bare.push(await timed(() => client.query(plainList, [company])))
      }
      figures.push({
        what: `p95, ${list} of a company with ${ofLarge.toLocaleString('en-US')} SIMs and half as many panels`,
        measured: percentile(ours, 0.95),
        unit: 'ms',
        baseline: { what: 'the count of its SIMs through pg', value: percentile(bare, 0.95) },
      })
    }
    return figures
  } finally {
    await client.end()
    await server.stop()
  }
}

const title = `Pages of things, ${sims.toLocaleString('en-US')} SIMs and ${panels.toLocaleString('en-US')} panels`
await onCluster('Calls of pages', await startBenchCluster(), async (cluster) => {
  print(title, await measureServer(cluster))
})
