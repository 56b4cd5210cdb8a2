import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below 32,768, from where on the system gives ports to anyone who asks for any, for connections and for port 0. */
const FIRST = 10_000
const LAST = 19_999
const WORKERS = 10
/** Browsers and fetch refuse to go there (https://fetch.spec.whatwg.org/#port-blocking). */
const BLOCKED = 10_080

const width = (LAST - FIRST + 1) / WORKERS
/** The test runner's number of this worker; workers at the same time have different ones. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % WORKERS
/** Another checkout on this machine begins elsewhere. */
let next = Math.floor(Math.random() * width)

/**
 * For tests: a port that stays free while no one uses it, for a program whose address must be known before its start,
 * or that must find its port again. No two calls of one run get the same: each worker has a range of its own, none of
 * which the system gives to others.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < width; tries++) {
    const port = FIRST + worker * width + (next++ % width)
    if (port !== BLOCKED && (await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port
  }
  throw new Error('No free port')
}

async function isFree(port: number, address: string): Promise<boolean> {
  const probe = createServer().listen({ port, host: address, exclusive: true })
  try {
    await once(probe, 'listening')
  } catch (error) {
    // A machine without IPv6 has no ::1.
    return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
  probe.close()
  await once(probe, 'close')
  return true
}
