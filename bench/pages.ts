// The page of a SIM and of a panel: what its calls for what is kept take over HTTP with 200,000 SIMs and 100,000 panels, each of
// which three sources and WebConnect have told of, beside the plainest rows through pg. Needs PostgreSQL's programs.
import pg from 'pg'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { type BenchServer, startBenchServer } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'

const sims = 200_000
const panels = sims / 2
const reads = 500
const warmUp = 50

const iccidOf = (n: number) => `8901179${String(n).padStart(12, '0')}`
const cloudIdOf = (n: number) => `CBT${String(n).padStart(7, '0')}`

const fillSql = `
  insert into sim (iccid, vendor_code, company_id, panel)
    select '8901179' || lpad(n::text, 12, '0'), 'ATT', first, case when n < ${panels} then 'CBT' || lpad(n::text, 7, '0') else '' end
    from generate_series(0, ${sims - 1}) as n, (select min(id) as first from company) as f;
  insert into panel (cloud_id, company_id, remote_id, panel_info)
    select 'CBT' || lpad(n::text, 7, '0'), first, 'RT-' || lpad(n::text, 6, '0'), '{"serviceStates": []}'
    from generate_series(0, ${panels - 1}) as n, (select min(id) as first from company) as f;
  insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
    select 'sim', iccid, source, jsonb_build_object('iccid', iccid, 'deviceStatus', 'Activated', 'rawStatus', 'ACTIVATED',
      'imei', '35' || right(iccid, 13), 'ratePlan', 'Alarm 5MB', 'ipAddress', '10.1.2.3'), now(), 900
    from sim, unnest(array['AT&T', 'MobileBroker', 'Connector']) as source where iccid like '8901179%';
  insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
    select 'panel', cloud_id, 'WebConnect', jsonb_build_object('connection', 'connected', 'container', 'webconnect-1',
      'iccid', '8901179' || lpad(right(cloud_id, 7), 12, '0'), 'host', '10.1.2.3', 'connectedAt', ''), now(), 900
    from panel where cloud_id like 'CBT%';
  insert into observed_identifier (thing_kind, thing_id, field, form, source, first_seen, last_seen)
    select 'panel', thing_id, 'iccid', fields ->> 'iccid', source, now(), now() from observation
    where thing_kind = 'panel' and thing_id like 'CBT%'`

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

async function read({ url, token }: BenchServer, path: string): Promise<void> {
  const answer = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const { message } = (await answer.json()) as { message: string }
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${message}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function measureServer(url: string): Promise<Figure[]> {
  const server = await startBenchServer('ours', url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(fillSql)
    await client.query('vacuum analyze')
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
    return figures
  } finally {
    await client.end()
    await server.stop()
  }
}

const title = `Pages of things, ${sims.toLocaleString('en-US')} SIMs and ${panels.toLocaleString('en-US')} panels`
const cluster = await startCluster()
if (typeof cluster === 'string') console.log(`Calls of pages: not measured, ${cluster}.`)
else {
  print(title, await measureServer(cluster.url))
  await cluster.stop()
}
