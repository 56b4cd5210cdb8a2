// What traces cost: read calls of a server that traces as its settings' defaults say, and of one that traces every call, beside one
// that traces none (warm, 32 connections), by the processor that they take for it: how fast a machine is at all changes more from
// minute to minute than traces cost. Each kind has several servers, since two of the same kind differ by as much as well: what a
// process compiles, and how, is settled when it warms up. Needs PostgreSQL's programs, and six minutes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { requestsPerProcessorSecond, startBenchServer } from './support/load.ts'
import { type Figure, median, print } from './support/report.ts'

/** Servers of each kind, one after the other. */
const servers = 7
/** Short ones, in turn: what a machine does for a while meets all. */
const rounds = 3
const seconds = { seconds: 2, warmUp: 1 }
const kinds = ['off', 'on', 'every'] as const
type Rates = Record<(typeof kinds)[number], number[]>
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
  const start = {
    off: () => startBenchServer('ours', cluster.url),
    on: () => startBenchServer('ours', cluster.url, url),
    every: () => startBenchServer('ours', cluster.url, url, '1'),
  }
  const rates: Record<'lines' | 'closed', Rates> = {
    lines: { off: [], on: [], every: [] },
    closed: { off: [], on: [], every: [] },
  }
  try {
    for (let i = 0; i < servers; i++) {
      const turn = [...kinds.slice(i % 3), ...kinds.slice(0, i % 3)]
      const started = await Promise.all(turn.map(async (kind) => ({ kind, server: await start[kind]() })))
      try {
        for (const [path, of] of Object.entries(rates)) {
          const its = new Map(started.map(({ kind }) => [kind, [] as number[]]))
          for (let round = 0; round < rounds; round++)
            for (const { kind, server } of started)
              its.get(kind)?.push(await requestsPerProcessorSecond(server, `/api/bench/v1/${path}`, seconds))
          for (const [kind, each] of its) of[kind].push(median(each))
        }
      } finally {
        for (const { server } of started) await server.stop()
      }
    }
    if (bytes === 0) throw new Error('no trace reached the collector')
    const figures = (what: string, { off, on, every }: Rates): Figure[] => {
      const baseline = { what: 'the same without traces', value: median(off) }
      const unit = 'requests/s of its processor'
      return [
        { what, measured: median(on), unit, baseline, budget: { kind: 'at-least-ratio', value: 0.9 } },
        { what: `${what}, every call traced`, measured: median(every), unit, baseline },
      ]
    }
    for (const [path, of] of Object.entries(rates))
      for (const kind of kinds) console.log(path, kind, of[kind].map(Math.round).join(' '))
    print(`Traces (median of ${servers} servers, warm, 32 connections, a tenth of the calls traced)`, [
      ...figures('read call, 100 rows from PostgreSQL, with its statement', rates.lines),
      ...figures('call that does nothing but check its token', rates.closed),
    ])
  } finally {
    collector.closeAllConnections()
    collector.close()
    await cluster.stop()
  }
}
