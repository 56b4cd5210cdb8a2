// A night over 250,000 SIMs of one AT&T account with 400 drifts, by a moved clock: how long it takes at five calls a second, beside
// reading each SIM singly, its memory and write-ahead log, with three interruptions between; and what that night and the next find. Then what the page asks
// for, with 1,000,000 SIMs, 500,000 panels and what is wrong with them. Needs PostgreSQL's programs and some gigabytes in the
// temporary folder. `fleet 20000` is a night over so many, `fleet 0` the page alone.
import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { beginSweep } from '../apps/server/src/features/fleet/sweep/begin-sweep.ts'
import { runSweep } from '../apps/server/src/features/fleet/sweep/run-sweep.ts'
import { migrations } from '../apps/server/src/migrations.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { openDatabase } from '../apps/server/src/platform/database/open-database.ts'
import type { Jobs } from '../apps/server/src/platform/jobs/jobs.ts'
import { inScope } from '../apps/server/src/platform/request-scope.ts'
import { fieldCarriers } from '../apps/server/src/systems/carriers/field-stage.ts'
import { type FieldDrift, fillFleet } from '../apps/server/src/testing/fleet-world.ts'
import { startCluster, type TemporaryCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { createTestOutbound } from '../apps/server/src/testing/test-outbound.ts'
import { seesAll } from '../apps/server/src/testing/views.ts'
import { newDatabase, onCluster } from './support/bench-cluster.ts'
import { startBenchServer } from './support/load.ts'
import { percentile, print } from './support/report.ts'
import { startField } from './support/start-field.ts'

const sims = Number(process.argv[2] ?? 250_000)
const drift = 400
const perSecond = 5
const page = { sims: 1_000_000, panels: 500_000, findings: 12_000, silent: 5_000 }
const asked = 100

setFlagsFromString('--expose-gc')
/** What is kept is measured, not what waits to be collected. */
const collect = runInNewContext('gc') as () => void

async function night(cluster: TemporaryCluster): Promise<void> {
  const field = await startField({
    FIELD_SIMS: String(sims),
    FIELD_DRIFT: String(drift / 2),
    FIELD_ATT_CALLS_PER_SECOND: '1000000',
  })
  const database = await openDatabase({
    url: await newDatabase(cluster.url, 'night'),
    folder: '',
    connections: 4,
  })
  const { db } = database
  try {
    await migrate(db, migrations)
    const { drift: told } = (await (await fetch(`${field.url}/control/drift`)).json()) as {
      drift: FieldDrift[]
    }
    const knownSince = new Date(Date.now() - 3 * 86_400_000)
    const expected = await fillFleet(db, { sims, drift: drift / 2, told, knownSince })
    await sql`vacuum analyze`.execute(db)
    const outbound = createTestOutbound()
    const { clock } = outbound
    const at = { outbound, url: field.url }
    const carriers = {
      ATT: fieldCarriers.ATT({ ...at, callsPerSecond: perSecond }),
      VZN: fieldCarriers.VZN(at),
      AERIS: fieldCarriers.AERIS(at),
      WYLESS: fieldCarriers.WYLESS(at),
    }
    const jobs = { send: async () => {} } as unknown as Jobs
    const behalf = {
      ...{ transaction_id: randomUUID(), issuer: '', subject: '', email: '' },
      ...{ session_id: '', token_id: '', remote_address: '' },
    }
    const begin = async () => {
      const order = { sweepId: randomUUID(), behalf, now: clock.now(), night: null }
      const begun = await db.transaction().execute((trx) => beginSweep(trx, jobs, order))
      if (!begun) throw new Error('a sweep runs')
      return begun
    }
    const sweepId = await begin()
    const run = (stopping: AbortSignal, id = sweepId) =>
      inScope({ transactionId: randomUUID() }, () =>
        runSweep({
          // Nothing in this world is asked of a source of its own.
          askApart: async (finding, id) => {
            throw new Error(`${finding} of ${id} was asked apart`)
          },
          lookAtSilent: async () => {},
          platform: { db, clock, log: pino({ level: 'silent' }) },
          carriers,
          view: () => seesAll(clock.now()),
          settings: { perSecond: { ATT: perSecond, VZN: 5, AERIS: 5, WYLESS: 5 }, nights: 14 },
          sweepId: id,
          stopping,
          lost: new AbortController().signal,
        }),
      )
    const lane = () =>
      db
        .selectFrom('sweep_lane')
        .selectAll()
        .where('sweep_id', '=', sweepId)
        .where('carrier', '=', 'ATT')
        .executeTakeFirstOrThrow()
    const wal = async () => {
      const { rows } = await sql<{
        bytes: string
      }>`select pg_current_wal_insert_lsn() - '0/0' as bytes`.execute(db)
      return Number(rows[0]?.bytes)
    }
    const [walBefore, began, real] = [await wal(), clock.elapsed(), performance.now()]
    const memory: number[] = []
    const timer = setInterval(() => {
      collect()
      memory.push(process.memoryUsage().heapUsed / 2 ** 20)
    }, 2_000)
    for (const share of [0.3, 0.6, 0.9]) {
      const stopping = new AbortController()
      const watch = setInterval(async () => {
        const { listed, read_count: read, planned_reads: planned } = await lane()
        const isFar = share < 0.5 ? listed > sims * share : planned > 0 && read > planned * (share - 0.3)
        if (isFar) stopping.abort(new Error('interrupted'))
      }, 300)
      await run(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
      clearInterval(watch)
    }
    await run(new AbortController().signal)
    clearInterval(timer)
    const hours = (clock.elapsed() - began) / 3_600_000
    const { listed, planned_reads: planned, state } = await lane()
    const walOfNight = (await wal()) - walBefore
    // The first list cannot tell who is in another device since it was last read; the next one tells what changed since the day before.
    await sql`update sweep_carrier set watermark = ${new Date(Date.now() - 86_400_000)}`.execute(db)
    const nextBegan = clock.elapsed()
    await run(new AbortController().signal, await begin())
    const nextHours = (clock.elapsed() - nextBegan) / 3_600_000
    const { rows } = await sql<{ name: string; since: Date }>`
      select finding || ' ' || thing_id as name, since from fleet_finding where readings > 1`.execute(db)
    const found = new Set(rows.map(({ name }) => name))
    const missing = [...expected].filter((name) => !found.has(name)).length
    const invented = [...found].filter((name) => !expected.has(name)).length
    const third = Math.floor(memory.length / 3)
    const most = (part: number[]) => Math.max(1, ...part)
    print(
      `A night over ${sims.toLocaleString('en-US')} SIMs of one AT&T account, ${drift} drifts, three interruptions (${state})`,
      [
        {
          what: `at ${perSecond} calls a second, ${listed.toLocaleString('en-US')} listed and ${planned.toLocaleString('en-US')} read singly`,
          measured: hours,
          unit: 'h',
          baseline: { what: 'each SIM read singly', value: sims / perSecond / 3600 },
          budget: { kind: 'at-most', value: 4 },
        },
        { what: 'the next night', measured: nextHours, unit: 'h' },
        { what: 'drifts not found', measured: missing, unit: '', budget: { kind: 'at-most', value: 0 } },
        {
          what: 'findings that are none',
          measured: invented,
          unit: '',
          budget: { kind: 'at-most', value: 0 },
        },
        {
          what: 'write-ahead log',
          measured: walOfNight / 2 ** 20,
          unit: 'MB',
          budget: { kind: 'at-most', value: 1024 },
        },
        {
          what: 'heap that is kept, at most, last third',
          measured: most(memory.slice(-third)),
          unit: 'MB',
          baseline: { what: 'first third', value: most(memory.slice(0, third)) },
          budget: { kind: 'at-most-ratio', value: 1.5 },
        },
        { what: 'of real time', measured: (performance.now() - real) / 1000, unit: 's' },
      ],
    )
  } finally {
    await database.close()
    await field.stop()
  }
}

async function fillPage(client: pg.Client): Promise<void> {
  await client.query(`
    insert into company (name, sap_company_id, sap_sales_region, device_region, network_model)
      select 'Fleet company ' || n, (7000000 + n)::text, 'us', 'us', 'TIER2_STANDARD' from generate_series(0, 4999) as n;
    insert into sim (iccid, vendor_code, company_id, panel)
      select '8901175' || lpad(n::text, 12, '0'), 'ATT', first + n % 5000, 'FLT' || n
      from generate_series(0, ${page.sims - 1}) as n, (select min(id) as first from company where name like 'Fleet %') as f;
    insert into sweep_sim (iccid, carrier, seen_at, read_at) select iccid, 'ATT', now(), now() from sim on conflict do nothing;
    insert into panel (cloud_id, company_id, panel_info)
      select 'FLT' || n, first + n % 5000, '{"serviceStates": []}'
      from generate_series(0, ${page.panels - 1}) as n, (select min(id) as first from company where name like 'Fleet %') as f;
    insert into fleet_finding (finding, thing_kind, thing_id, company_id, carrier, since, at, source, now, before, readings)
      select (array['still-billed', 'gone-there', 'no-company', 'no-panel', 'imei-changed'])[n % 5 + 1], 'sim', iccid, company_id, 'ATT',
        now() - n * interval '1 minute', now(), 'AT&T', 'ACTIVATED', '', 2
      from (select iccid, company_id, row_number() over (order by iccid) as n from sim limit ${page.findings}) as each;
    insert into fleet_finding (finding, thing_kind, thing_id, company_id, carrier, since, at, source, now, before, readings)
      select 'silent', 'panel', cloud_id, company_id, 'ATT', now() - interval '1 hour', now(),
        'WebConnect', 'webconnect-' || n / 377, '', 2
      from (select cloud_id, company_id, row_number() over (order by cloud_id) as n from panel limit ${page.silent}) as each;`)
  await client.query('vacuum analyze')
}

async function asks(cluster: TemporaryCluster): Promise<void> {
  const url = await newDatabase(cluster.url, 'page')
  const server = await startBenchServer('ours', url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await fillPage(client)
    const ask = async (path: string): Promise<number> => {
      const began = performance.now()
      const answer = await fetch(`${server.url}/api/${path}`, {
        headers: { authorization: `Bearer ${server.token}` },
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`)
      return performance.now() - began
    }
    const paths = {
      'counts and coverage': 'fleet/v1/overview',
      'first page': 'fleet/v1/findings',
      'one finding, by company': 'fleet/v1/findings?filter=finding%3Dno-panel&sort=company&order=asc',
      'silent, opened': 'fleet/v1/findings?filter=finding%3Dsilent&by=thing',
      'a later page, not of one company': 'fleet/v1/findings?filter=not-company%3D9&page=20',
      'what needs attention': 'attention/v1/current',
    }
    const times = new Map<string, number[]>()
    const bare: number[] = []
    await ask('fleet/v1/overview')
    for (let i = 0; i < asked * 1.1; i++) {
      for (const [what, path] of Object.entries(paths)) {
        const time = await ask(path)
        if (i >= asked * 0.1) times.set(what, [...(times.get(what) ?? []), time])
      }
      const began = performance.now()
      await client.query('select iccid from sim limit 50')
      bare.push(performance.now() - began)
    }
    print('The fleet’s page and what needs attention, 1,000,000 SIMs, 500,000 panels, 17,000 findings', [
      ...[...times].map(([what, each]) => ({
        what: `p95, ${what}`,
        measured: percentile(each, 0.95),
        unit: 'ms',
        baseline: { what: '50 SIMs through pg', value: percentile(bare, 0.95) },
        budget: { kind: 'at-most' as const, value: 100 },
      })),
    ])
  } finally {
    await client.end()
    await server.stop()
  }
}

// With its pages in the log, as a real one has them.
await onCluster(
  'Fleet',
  await startCluster(['fsync=off', 'synchronous_commit=off', 'max_connections=200', 'max_wal_size=4GB']),
  async (cluster) => {
    if (sims > 0) await night(cluster)
    if (sims === 0 || process.argv[2] === undefined) await asks(cluster)
  },
)
