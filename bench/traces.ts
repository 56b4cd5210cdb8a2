// What traces cost: read calls of a server that sends all its spans, beside one that keeps none (warm, 32 connections). Needs
// PostgreSQL's programs, and two minutes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { requestsPerSecond, startBenchServer } from './support/load.ts'
import { median, print } from './support/report.ts'

/** Short ones, many times in turn: what a machine does for a while meets both. */
const rounds = 9
const seconds = { seconds: 2, warmUp: 1 }
const cluster = await startCluster()
if (typeof cluster === 'string') {
  console.log(`Traces: not measured, ${cluster}.`)
} else {
  let bytes = 0
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const off = await startBenchServer('ours', cluster.url)
  const on = await startBenchServer('ours', cluster.url, `http://127.0.0.1:${port}`)
  try {
    const rates = {
      linesOff: [] as number[],
      linesOn: [] as number[],
      off: [] as number[],
      on: [] as number[],
    }
    // In turns, so that a machine that slows down slows both down.
    for (let i = 0; i < rounds; i++) {
      rates.linesOff.push(await requestsPerSecond(`${off.url}/api/bench/v1/lines`, off.token, seconds))
      rates.linesOn.push(await requestsPerSecond(`${on.url}/api/bench/v1/lines`, on.token, seconds))
      rates.off.push(await requestsPerSecond(`${off.url}/api/bench/v1/closed`, off.token, seconds))
      rates.on.push(await requestsPerSecond(`${on.url}/api/bench/v1/closed`, on.token, seconds))
    }
    if (bytes === 0) throw new Error('no trace reached the collector')
    print(`Traces (median of ${rounds} rounds, warm, 32 connections, every call traced)`, [
      {
        what: 'read call, 100 rows from PostgreSQL, with its statement',
        measured: median(rates.linesOn),
        unit: 'requests/s',
        baseline: { what: 'the same without traces', value: median(rates.linesOff) },
        budget: { kind: 'at-least-ratio', value: 0.9 },
      },
      {
        what: 'call that does nothing but check its token',
        measured: median(rates.on),
        unit: 'requests/s',
        baseline: { what: 'the same without traces', value: median(rates.off) },
        budget: { kind: 'at-least-ratio', value: 0.9 },
      },
    ])
  } finally {
    await off.stop()
    await on.stop()
    collector.closeAllConnections()
    collector.close()
    await cluster.stop()
  }
}
