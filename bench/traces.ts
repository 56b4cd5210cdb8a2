// What traces cost: calls of a server that traces as its settings' defaults say, and of one that traces every call, beside calls
// of the same server whose caller keeps no trace (warm, 32 connections), by the processor that it takes for them. The same
// process, since two servers without traces differ by a fifth, by what each of them compiled as it warmed up; and what
// no one keeps costs nothing but a look at a header. Needs PostgreSQL's programs, and four minutes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCluster } from '../apps/server/src/testing/postgres-cluster.ts'
import { onCluster } from './support/bench-cluster.ts'
import { requestsPerProcessorSecond, startBenchServer } from './support/load.ts'
import { type Figure, print } from './support/report.ts'

/** Short ones, in turn, of which the best counts: what else a machine does only ever slows one down, by more than traces cost. */
const rounds = 12
const lasting = { seconds: 2, warmUp: 0.5 }
/** W3C Trace Context: its caller does not keep it. */
const unkept = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` }
const calls = {
  lines: 'read call, 100 rows from PostgreSQL, with its statement',
  closed: 'call that does nothing but check its token',
}
await onCluster('Traces', await startCluster(), async (cluster) => {
  const { url } = cluster
  let bytes = 0
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo

  async function measure(share: string, what: string, ratio: number | undefined): Promise<Figure[]> {
    const server = await startBenchServer('ours', url, `http://127.0.0.1:${port}`, share)
    const figures: Figure[] = []
    for (const [path, call] of Object.entries(calls)) {
      const [kept, none]: [number[], number[]] = [[], []]
      const rate = async (into: number[], headers = {}) =>
        into.push(await requestsPerProcessorSecond(server, `/api/bench/v1/${path}`, { ...lasting, headers }))
      await rate([])
      for (let i = 0; i < rounds; i++) {
        if (i % 2 === 0) await rate(kept)
        await rate(none, unkept)
        if (i % 2 === 1) await rate(kept)
      }
      figures.push({
        what: `${call}, ${what}`,
        measured: Math.max(...kept),
        unit: 'requests/s of its processor',
        baseline: { what: 'the same without a trace', value: Math.max(...none) },
        ...(ratio && { budget: { kind: 'at-least-ratio', value: ratio } }),
      })
    }
    await server.stop()
    return figures
  }

  try {
    const figures = [
      ...(await measure('', 'a tenth of them traced', 0.9)),
      ...(await measure('1', 'all of them traced', undefined)),
    ]
    if (bytes === 0) throw new Error('no trace reached the collector')
    print(`Traces (the best of ${rounds} rounds, warm, 32 connections)`, figures)
  } finally {
    collector.closeAllConnections()
    collector.close()
  }
})
