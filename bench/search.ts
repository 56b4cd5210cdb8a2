// Search by the real call over HTTP: each kind of identifier in each of its forms, with 1,000,000 SIMs, 500,000 panels and
// 5,000 companies, and with a tenth of them, beside the plainest look-up by a key through pg. Needs PostgreSQL's programs
// and about 2 GB of room in the temporary folder for some minutes; all of it is gone at the end.
import pg from 'pg'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { newDatabase, onCluster } from './support/bench-cluster.ts'
import { type BenchServer, startBenchServer, timed } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'

const whole = { sims: 1_000_000, panels: 500_000, companies: 5_000 }
const searches = 200
const budgetMs = 50
const mostGrowth = 1.5
/** Below this a difference is the machine's, not the database's. */
const leastMs = 5

const pad = (n: number, length: number) => String(n).padStart(length, '0')

/** Each form, by the number of a thing. */
const forms: Readonly<Record<string, (n: number, size: typeof whole) => string>> = {
  'ICCID, whole': (n, { sims }) => iccidOf(n % sims),
  'ICCID, last 4 digits': (n) => pad(n % 10_000, 4),
  'ICCID, last 6 digits': (n, { sims }) => iccidOf(n % sims).slice(-6),
  'ICCID, first 12 digits': (n, { sims }) => iccidOf(n % sims).slice(0, 12),
  'ICCID, check digit wrong': (n, { sims }) => `${iccidOf(n % sims).slice(0, -1)}${(n + 3) % 10}`,
  'IMEI as observed': (n, { sims }) => imeiOf(n % sims),
  'IMEI as observed, last 6': (n, { sims }) => imeiOf(n % sims).slice(-6),
  'IMEI as observed, first 4': (n, { sims }) => imeiOf(n % sims).slice(0, 4),
  'cloud ID': (n, { panels }) => `CBT${pad(n % panels, 7)}`,
  'cloud ID, beginning': (n, { panels }) => `CBT${pad(n % panels, 7)}`.slice(0, 7),
  'Remote Portal ID': (n, { panels }) => `RT-${pad(n % panels, 6)}`,
  'physical ID': (n, { panels }) => physicalOf(n % panels),
  'company, name': (n, { companies }) => companyOf(n % companies),
  'company, two words': (n, { companies }) =>
    companyOf(n % companies)
      .split(' ')
      .reverse()
      .join(' '),
  'company, mistyped': (n, { companies }) => companyOf(n % companies).replace(/[aeiou]/, ''),
  'SAP company ID': (n, { companies }) => String(3_000_000 + (n % companies)),
  'IP address in a subnet': (n, { companies }) =>
    `10.${100 + ((n % companies) >> 8)}.${(n % companies) & 255}.9`,
  'person, email': (n, { panels }) => `user${n % panels}@example.com`,
  'person, part of the email': (n, { panels }) => `ser${n % panels}@exa`,
  'person, part without the @': (n, { panels }) => `er${n % panels}`,
  'person, a part that all have': () => 'example.c',
  'transaction, beginning': (n) => physicalOf(n % 100_000).slice(0, 8),
  'nothing that there is': (n) => `qx${n}zz`,
}

const iccidOf = (n: number) => `8901${pad((n * 7_919) % 10_000_019, 8)}${pad(n, 7)}`
const imeiOf = (n: number) => `35${pad((n * 104_729) % 100_000_007, 8)}${pad(n % 100_000, 5)}`
const physicalOf = (n: number) =>
  `${((n * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0')}-8b86-4011-b42d-00c04f${pad(n, 6)}`
const companyOf = (n: number) =>
  `${['Harbor', 'Prairie', 'Summit', 'Lakeside', 'Ostervale'][n % 5]}${n} ${['Security', 'Alarm', 'Guard'][n % 3]}`

async function fill(client: pg.Client, { sims, panels, companies }: typeof whole): Promise<void> {
  const last = (rows: number) => rows - 1
  await client.query(`
    insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
    select (array['Harbor','Prairie','Summit','Lakeside','Ostervale'])[n % 5 + 1] || n || ' ' ||
        (array['Security','Alarm','Guard'])[n % 3 + 1], (3000000 + n)::text, 'us', 'us', 'TIER2_STANDARD'
      from generate_series(0, ${last(companies)}) as n;
    insert into company_subnet (company_id, network)
      select id, ('10.' || 100 + ((id - first) >> 8) || '.' || ((id - first) & 255) || '.0/24')::cidr
      from company, (select min(id) as first from company where sap_company_id like '3______') as f
      where sap_company_id like '3______';
    insert into sim (iccid, vendor_code, company_id, panel)
      select '8901' || lpad(((n::bigint * 7919) % 10000019)::text, 8, '0') || lpad(n::text, 7, '0'), 'ATT',
        first + n % ${companies}, '' from generate_series(0, ${last(sims)}) as n, (select min(id) as first from company where sap_company_id like '3______') as f;
    insert into observed_identifier (thing_kind, thing_id, field, form, source, first_seen, last_seen)
      select 'sim', '8901' || lpad(((n::bigint * 7919) % 10000019)::text, 8, '0') || lpad(n::text, 7, '0'), 'imei',
        '35' || lpad(((n::bigint * 104729) % 100000007)::text, 8, '0') || lpad((n % 100000)::text, 5, '0'), 'AT&T', now(), now()
      from generate_series(0, ${last(sims)}) as n;
    insert into observation (thing_kind, thing_id, source, fields, asked_at, took_ms)
      select thing_kind, thing_id, source, jsonb_build_object('iccid', thing_id, 'deviceStatus', 'Active', 'imei', form), now(), 900
      from observed_identifier;
    insert into panel (cloud_id, company_id, remote_id, panel_info)
      select 'CBT' || lpad(n::text, 7, '0'), first + n % ${companies}, 'RT-' || lpad(n::text, 6, '0'),
        jsonb_build_object('serviceStates', '[]'::jsonb, 'physicalPanelId',
          lpad(to_hex((n::bigint * 2654435761) % 4294967296), 8, '0') || '-8b86-4011-b42d-00c04f' || lpad(n::text, 6, '0'))
      from generate_series(0, ${last(panels)}) as n, (select min(id) as first from company where sap_company_id like '3______') as f;
    insert into remote_user (email, company_id, remote_id, role)
      select 'user' || n || '@example.com', first + n % ${companies}, 'RU-' || n, 'Viewer'
      from generate_series(0, ${last(panels)}) as n, (select min(id) as first from company where sap_company_id like '3______') as f;`)
  await client.query('vacuum analyze')
}

interface Measured {
  call: Map<string, number[]>
  bare: number[]
}

async function ask({ url, token }: BenchServer, q: string): Promise<void> {
  const answer = await fetch(`${url}/api/search/v1/find?q=${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { message } = (await answer.json()) as { message: string }
  if (!answer.ok) throw new Error(`The search for ${q} was answered ${answer.status}: ${message}`)
}

interface Stage {
  size: typeof whole
  server: BenchServer
  client: pg.Client
  measured: Measured
}

/** A server of ours on a database of its own with so many things. */
async function openStage(clusterUrl: string, size: typeof whole): Promise<Stage> {
  const url = await newDatabase(clusterUrl, `search_${size.sims}`)
  const server = await startBenchServer('ours', url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fill(client, size)
  const call = new Map<string, number[]>(Object.keys(forms).map((form) => [form, []]))
  return { size, server, client, measured: { call, bare: [] } }
}

const names = 500
const callSeconds = 5

/** Misspelt names of companies, each another one, as someone types a list from paper. */
const misspelt = (count: number, first: number, { companies }: typeof whole) =>
  Array.from({ length: count }, (_, n) => companyOf((first + n * 7) % companies).replace(/[aeiou]/, ''))

/** Looks up a list in one call; in milliseconds. */
const resolve = ({ server: { url, token } }: Stage, lines: readonly string[]) =>
  timed(async () => {
    const answer = await fetch(`${url}/api/search/v1/resolve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: lines.join('\n') }),
    })
    if (!answer.ok) throw new Error(`The list was answered ${answer.status}: ${await answer.text()}`)
  })

/** One name, and a list of them: the median of three, each of other names. */
async function measureList(stage: Stage): Promise<{ one: number; list: number }> {
  const [one, list]: [number[], number[]] = [[], []]
  for (let round = 0; round < 4; round++) {
    one.push(await resolve(stage, misspelt(1, 3 + round * 1_201, stage.size)))
    list.push(await resolve(stage, misspelt(names, 5 + round * 1_187, stage.size)))
  }
  return { one: percentile(one.slice(1), 0.5), list: percentile(list.slice(1), 0.5) }
}

/** In turns, so that a machine that slows down slows all of them down; the first tenth warms up. */
async function measure(stages: readonly Stage[]): Promise<void> {
  for (let i = 0; i < searches * 1.1; i++) {
    const n = i * 48_611 + 7
    const isWarm = i >= searches * 0.1
    for (const { size, server, client, measured } of stages) {
      for (const [form, typed] of Object.entries(forms)) {
        const time = await timed(() => ask(server, typed(n, size)))
        if (isWarm) measured.call.get(form)?.push(time)
      }
      const time = await timed(() =>
        client.query('select iccid from sim where iccid = $1', [iccidOf(n % size.sims)]),
      )
      if (isWarm) measured.bare.push(time)
    }
  }
}

await onCluster('Search', await startCluster(), async (cluster) => {
  const tenth = { sims: whole.sims / 10, panels: whole.panels / 10, companies: whole.companies / 10 }
  const stages = [await openStage(cluster.url, tenth), await openStage(cluster.url, whole)] as const
  await measure(stages)
  const list = await measureList(stages[1])
  const [small, large] = stages.map(({ measured }) => measured) as [Measured, Measured]
  for (const { client, server } of stages) {
    await client.end()
    await server.stop()
  }
  const p95 = ({ call }: Measured, form: string) => percentile(call.get(form) ?? [], 0.95)
  const median = ({ call }: Measured, form: string) => percentile(call.get(form) ?? [], 0.5)
  print(
    `Search, 1,000,000 SIMs, 500,000 panels, 5,000 companies (${searches} searches of each, one after the other)`,
    [
      ...Object.keys(forms).map(
        (form): Figure => ({
          what: `p95, ${form}`,
          measured: p95(large, form),
          unit: 'ms',
          baseline: { what: 'one SIM by its key through pg', value: percentile(large.bare, 0.95) },
          budget: { kind: 'at-most', value: budgetMs },
        }),
      ),
      ...Object.keys(forms).map(
        (form): Figure => ({
          what: `median, ${form}, ten times the things`,
          measured: Math.max(leastMs, median(large, form)),
          unit: 'ms',
          baseline: { what: 'with a tenth of them', value: Math.max(leastMs, median(small, form)) },
          budget: { kind: 'at-most-ratio', value: mostGrowth },
        }),
      ),
      {
        what: `a list of ${names} misspelt names of companies, in one call`,
        measured: list.list,
        unit: 'ms',
        baseline: { what: 'one such name by the same call', value: list.one },
        budget: { kind: 'at-most', value: callSeconds * 1000 },
      },
    ],
  )
})
