// The first page of a SIM's timeline by the real call over HTTP, with ten million events of SIM activity and ten million
// user actions, beside the newest 50 rows of each source through pg. Needs PostgreSQL's programs and about 12 GB of room in
// the temporary folder for some minutes; all of it is gone at the end. `node bench/timeline.ts 1000000` takes another size.
import type pg from 'pg'
import { fillSimActivity } from './support/activity-data.ts'
import { filledDatabase, onCluster, startBenchCluster } from './support/bench-cluster.ts'
import { percentile, print } from './support/report.ts'

const size = Number(process.argv[2] ?? 10_000_000)
const reads = 1_000
const warmUp = 100
const sims = 100_000
const entriesPerTransaction = 3

/** SIMs that both sources know, the busier the more often; the same ones each time. */
function nextIccid(): () => string {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const number = Math.floor((sims / 2) * (state / 0x1_0000_0000) ** 2) * 2
    return `8901179${String(number).padStart(12, '0')}`
  }
}

/** So many entries of the year up to now, each about a SIM, in transactions of three. No chain, no words: neither is read. */
async function fillActions(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `select make_month('user_action', month) from generate_series($1::timestamptz - interval '1 year', $1::timestamptz, interval '27 days') as month`,
    [now],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
     where tablename = 'user_action' and indexname not like '%pkey%'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into user_action (at, source, transaction_id, issuer, subject, email, session_id, token_id, remote_address, route,
       permission, activity, message, object, result, detail, words, thing_kind, thing_id)
     select $1::timestamptz - ($2::int - place) * (interval '364 days' / $2::int) + step * interval '300 ms', 'server', id, 'i',
       's', 'person-' || place % 50 || '@example.com', '', '', '', 'POST /simmanagement/v1/deactivate/{SimId}',
       'sim-management.change', 'SIM Management', 'Deactivate SIM', 'sim ' || iccid, 'Success', '', '', 'sim', iccid
     from (select place, gen_random_uuid() as id, '8901179' || lpad((floor(${sims / 2} * random() ^ 2)::int * 2)::text, 12, '0') as iccid
       from generate_series(1, $2::int) as place offset 0) as transaction,
       generate_series(0, ${entriesPerTransaction - 1}) as step`,
    [now, Math.round(size / entriesPerTransaction)],
  )
  await client.query('set session_replication_role = origin')
  for (const { definition } of indexes) if (!definition.includes('gin')) await client.query(definition)
  await client.query('vacuum analyze user_action')
}

const bareSql = [
  `select * from user_action where thing_kind = 'sim' and thing_id = $1 order by at desc, id desc limit 50`,
  `select * from sim_activity where iccid = $1 and sub_transaction_id is null order by began_at desc, event_id desc limit 50`,
]

await onCluster('Timeline', await startBenchCluster(), async (cluster) => {
  const { server, client } = await filledDatabase(cluster, `timeline_${size}`, async (client, now) => {
    await fillSimActivity(client, size, now)
    await fillActions(client, now)
  })
  try {
    const iccid = nextIccid()
    const [ours, bare]: [number[], number[]] = [[], []]
    let entries = 0
    for (let i = 0; i < warmUp + reads; i++) {
      const id = iccid()
      const began = performance.now()
      const answer = await fetch(`${server.url}/api/timeline/v1/sims/${id}`, {
        headers: { authorization: `Bearer ${server.token}` },
      })
      const { data, message } = (await answer.json()) as {
        data: { entries: unknown[] } | null
        message: string
      }
      const between = performance.now()
      if (!data) throw new Error(`The timeline was answered ${answer.status}: ${message}`)
      for (const sql of bareSql) await client.query(sql, [id])
      if (i < warmUp) continue
      entries += data.entries.length
      ours.push(between - began)
      bare.push(performance.now() - between)
    }
    print(
      `Timeline of one SIM, first page, ${size.toLocaleString('en-US')} events and as many user actions (${reads} reads, one after the other, ${(entries / reads).toFixed(0)} entries each)`,
      [0.5, 0.95].map((share) => ({
        what: `p${share * 100}`,
        measured: percentile(ours, share),
        unit: 'ms',
        baseline: { what: 'the newest rows of both through pg', value: percentile(bare, share) },
        ...(share === 0.95 && { budget: { kind: 'at-most' as const, value: 50 } }),
      })),
    )
  } finally {
    await client.end()
    await server.stop()
  }
})
