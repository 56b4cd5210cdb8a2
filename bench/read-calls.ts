// A read call from the database beside a bare Fastify route that runs the same SQL through pg (warm, 32 connections,
// 100 rows), and what the token check costs. Needs PostgreSQL's programs.
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { onCluster } from './support/bench-cluster.ts'
import { requestsPerSecond, startBenchServer } from './support/load.ts'
import { median, print } from './support/report.ts'

const rounds = 3
await onCluster('Read calls', await startCluster(), async (cluster) => {
  const ours = await startBenchServer('ours', cluster.url)
  const bare = await startBenchServer('bare', cluster.url)
  try {
    const rates = { ours: [] as number[], bare: [] as number[], open: [] as number[], closed: [] as number[] }
    // In turns, so that a machine that slows down slows all of them down.
    for (let i = 0; i < rounds; i++) {
      rates.bare.push(await requestsPerSecond(`${bare.url}/api/bench/v1/lines`, ''))
      rates.ours.push(await requestsPerSecond(`${ours.url}/api/bench/v1/lines`, ours.token))
      rates.open.push(await requestsPerSecond(`${ours.url}/api/bench/v1/open`, ours.token))
      rates.closed.push(await requestsPerSecond(`${ours.url}/api/bench/v1/closed`, ours.token))
    }
    print(`Read calls (median of ${rounds} rounds, warm, 32 connections)`, [
      {
        what: 'read call, 100 rows from PostgreSQL',
        measured: median(rates.ours),
        unit: 'requests/s',
        baseline: { what: 'bare Fastify route, same SQL through pg', value: median(rates.bare) },
        budget: { kind: 'at-least-ratio', value: 0.6 },
      },
      {
        what: 'call with token check',
        measured: median(rates.closed),
        unit: 'requests/s',
        baseline: { what: 'the same request to a call that checks none', value: median(rates.open) },
        budget: { kind: 'at-least-ratio', value: 0.75 },
      },
    ])
  } finally {
    await ours.stop()
    await bare.stop()
  }
})
