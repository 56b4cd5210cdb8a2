// What traces cost: read calls of a server that traces as its settings' defaults say, and of one that traces every call, beside one
// that traces none (warm, 32 connections), by the processor that they take for it: how fast a machine is at all changes more from
// minute to minute than traces cost. Needs PostgreSQL's programs, and three minutes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { requestsPerProcessorSecond, startBenchServer } from './support/load.ts'
import { type Figure, median, print } from './support/report.ts'

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
  const url = `http://127.0.0.1:${port}`
  const servers = {
    off: await startBenchServer('ours', cluster.url),
    on: await startBenchServer('ours', cluster.url, url),
    every: await startBenchServer('ours', cluster.url, url, '1'),
  }
  try {
    const rates = { lines: { off: [], on: [], every: [] }, closed: { off: [], on: [], every: [] } } as Record<
      'lines' | 'closed',
      Record<keyof typeof servers, number[]>
    >
    // In turns, so that a machine that slows down slows all down.
    const entries = Object.entries(servers)
    for (let i = 0; i < rounds; i++)
      for (const [path, of] of Object.entries(rates))
        for (const [name, server] of [...entries.slice(i % 3), ...entries.slice(0, i % 3)])
          of[name as keyof typeof servers].push(
            await requestsPerProcessorSecond(server, `/api/bench/v1/${path}`, seconds),
          )
    if (bytes === 0) throw new Error('no trace reached the collector')
    const figures = (what: string, { off, on, every }: Record<keyof typeof servers, number[]>): Figure[] => {
      const baseline = { what: 'the same without traces', value: median(off) }
      const unit = 'requests/s of its processor'
      return [
        { what, measured: median(on), unit, baseline, budget: { kind: 'at-least-ratio', value: 0.9 } },
        { what: `${what}, every call traced`, measured: median(every), unit, baseline },
      ]
    }
    print(`Traces (median of ${rounds} rounds, warm, 32 connections, a tenth of the calls traced)`, [
      ...figures('read call, 100 rows from PostgreSQL, with its statement', rates.lines),
      ...figures('call that does nothing but check its token', rates.closed),
    ])
  } finally {
    for (const server of Object.values(servers)) await server.stop()
    collector.closeAllConnections()
    collector.close()
    await cluster.stop()
  }
}
