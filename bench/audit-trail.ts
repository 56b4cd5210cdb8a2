// Searches of User Action Detail by the real call over HTTP, in a trail of 100 thousand and of 10 million entries, beside
// the plainest SQL for the same through pg. Needs PostgreSQL's programs and about 12 GB of room in the temporary folder
// for about half an hour; all of it is gone at the end. `node bench/audit-trail.ts 1000000` takes another large size, and
// a hundredth of it as the small one; a second number says how many searches of each kind.
import type { Cluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { fillUserActions, searched } from './support/audit-trail-data.ts'
import { filledDatabase, onCluster, startBenchCluster } from './support/bench-cluster.ts'
import type { BenchServer } from './support/load.ts'
import { timed } from './support/load.ts'
import { type Figure, percentile, print } from './support/report.ts'

const most = Number(process.argv[2] ?? 10_000_000)
const sizes = [most / 100, most]
/** Of each kind. */
const searches = Number(process.argv[3] ?? 12)
const zone = 'America/New_York'
const dayLength = 86_400_000

const dayOf = (time: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(time)
const allTime = { allTime: 'true', timeZone: zone }

interface Asked {
  what: string
  query: Record<string, string>
  /** The plainest SQL that finds as much: the entries themselves, unlike the call no transactions made of them. */
  plain: { sql: string; values: unknown[] }
}

/** The searches that are measured, for whatever is drawn next; a transaction is one of the trail. */
function asked(thing: ReturnType<typeof searched>, transactionId: string, now: Date): Asked[] {
  const from = new Date(now.getTime() - 7 * dayLength)
  const lastDays = { sDate: dayOf(from), eDate: dayOf(now), timeZone: zone }
  const { email, iccid, page, rarePage, word, rareWord } = thing
  const newest = (condition: string, values: unknown[]) => ({
    sql: `select * from user_action where ${condition} order by at desc, id desc limit 10001`,
    values,
  })
  const ending = iccid.slice(-6)
  return [
    {
      what: 'an email, last 7 days',
      query: { email, hideRobot: 'true', ...lastDays },
      plain: newest('lower(email) = $1 and at >= $2', [email, from]),
    },
    {
      what: 'everybody, last 7 days, without the robot',
      query: { hideRobot: 'true', ...lastDays },
      plain: newest('at >= $1', [from]),
    },
    {
      what: 'a transaction',
      query: { transactionID: transactionId },
      plain: newest('transaction_id = $1', [transactionId]),
    },
    {
      what: 'an ICCID, all time',
      query: { text: iccid, ...allTime },
      plain: newest('words @@ $1::tsquery', [`'${iccid}':*`]),
    },
    {
      what: 'the last six digits of an ICCID, all time',
      query: { text: ending, ...allTime },
      plain: newest('words @@ $1::tsquery', [`'~${[...ending].reverse().join('')}':*`]),
    },
    {
      what: 'a common word, all time',
      query: { text: word, ...allTime },
      plain: newest('words @@ $1::tsquery', [`'${word}':*`]),
    },
    {
      what: 'a rare word of details, all time',
      query: { text: rareWord, ...allTime },
      plain: newest('words @@ $1::tsquery', [`'${rareWord}':*`]),
    },
    {
      what: 'changes only, everybody, all time, without the robot',
      query: { changesOnly: 'true', hideRobot: 'true', ...allTime },
      plain: newest(`source = 'server'`, []),
    },
    {
      what: 'a common page, all time, without the robot',
      query: { page, hideRobot: 'true', ...allTime },
      plain: newest('activity = $1', [page]),
    },
    {
      what: 'a rare page, all time',
      query: { page: rarePage, ...allTime },
      plain: newest('activity = $1', [rarePage]),
    },
  ]
}

interface Measured {
  what: string
  call: number[]
  plain: number[]
  found: number
}

async function search({ url, token }: BenchServer, query: Record<string, string>): Promise<number> {
  const answer = await fetch(`${url}/api/useractiondetail/v1/details?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data, message } = (await answer.json()) as { data: { items: unknown[] } | null; message: string }
  if (!data) {
    // A search that the server ended counts with the time that it took.
    console.log(`  ${JSON.stringify(query)} was answered ${answer.status} by the server: ${message}`)
    return 0
  }
  return data.items.length
}

/** A server of ours on a database of its own with so many entries. */
async function measure(
  cluster: Cluster,
  entries: number,
): Promise<{ bytesPerEntry: number; results: Measured[] }> {
  const { server, client, now } = await filledDatabase(cluster, `user_actions_${entries}`, (client, now) =>
    fillUserActions(client, entries, now),
  )
  try {
    const { rows } = await client.query<{ bytes: string; count: string }>(
      `select sum(pg_total_relation_size(inhrelid)) as bytes, (select count(*) from user_action) as count
       from pg_inherits where inhparent = 'user_action'::regclass`,
    )
    const { rows: some } = await client.query<{ id: string }>(
      `select transaction_id as id from user_action where at > $1 and activity <> 'Import' order by at limit 100`,
      [new Date(now.getTime() - 200 * dayLength)],
    )
    const thing = searched()
    const results = new Map<string, Measured>()
    for (let i = -1; i < searches; i++) {
      thing.next()
      for (const { what, query, plain } of asked(thing, some[(i + 1) % some.length]?.id ?? '', now)) {
        const result = results.get(what) ?? { what, call: [], plain: [], found: 0 }
        results.set(what, result)
        let found = 0
        const call = await timed(async () => {
          found = await search(server, query)
        })
        // The slow ones among the plain are measured a few times only.
        const isSlow = result.plain.some((time) => time > 2000)
        const bare = isSlow ? undefined : await timed(() => client.query(plain.sql, plain.values))
        if (i < 0) continue
        result.call.push(call)
        if (bare !== undefined) result.plain.push(bare)
        result.found += found / searches
      }
    }
    return { bytesPerEntry: Number(rows[0]?.bytes) / Number(rows[0]?.count), results: [...results.values()] }
  } finally {
    await client.end()
    await server.stop()
  }
}

const figuresOf = (
  entries: number,
  { results, bytesPerEntry }: Awaited<ReturnType<typeof measure>>,
): Figure[] => [
  ...results.flatMap(({ what, call, plain, found }) =>
    [0.5, 0.95].map((share) => ({
      what: `p${share * 100} ${what}, ${entries.toLocaleString('en-US')} entries, ${Math.round(found).toLocaleString('en-US')} transactions found`,
      measured: percentile(call, share),
      unit: 'ms',
      baseline: { what: 'plain SQL through pg', value: percentile(plain, share) },
    })),
  ),
  { what: 'room of an entry with its indexes, without the chain', measured: bytesPerEntry, unit: 'bytes' },
]

await onCluster('User actions', await startBenchCluster(), async (cluster) => {
  for (const size of sizes)
    print(
      `User Action Detail, ${searches} searches of each kind, one after the other`,
      figuresOf(size, await measure(cluster, size)),
    )
})
