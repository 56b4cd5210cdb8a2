// A batch beside the same SIMs one at a time, for AT&T (one call in flight) and Verizon (asynchronous), against the
// field with its real delays (25 to 35 s a deactivation) scaled down to a tenth. Times are printed scaled up again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Batch, VendorCode } from '@support-console/contract'
import { simsForBatches } from '../apps/server/src/testing/demo-sims.ts'
import { startKeyServer } from '../apps/server/src/testing/key-server.ts'
import { startServerProcess, stopServerProcess } from '../apps/server/src/testing/server-process.ts'
import { print } from './support/report.ts'
import { startField } from './support/start-field.ts'

const percent = 10
const keys = await startKeyServer()
const token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 7200 })
const field = await startField({ FIELD_DELAYS: 'real', FIELD_DELAY_PERCENT: String(percent) })
const folder = await mkdtemp(join(tmpdir(), 'console-bench-'))
const settings = {
  OIDC_ISSUER: keys.issuer,
  FIELD_URL: field.url,
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  CALLS_PER_MINUTE: '100000',
  DEACTIVATION_LOOK_MS: String((2000 * percent) / 100),
}
const server = startServerProcess(settings, { livesLong: true })

async function call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const { url } = await server.listening
  const answer = await fetch(`${url}/api/simmanagement/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', prefer: 'respond-async' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const envelope = (await answer.json()) as { status: string; message: string; data: Data }
  if (!answer.ok) throw new Error(`${method} ${path}: ${envelope.status}: ${envelope.message}`)
  return envelope.data
}

/** Runs it and says how long it took, in seconds of real delays. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return ((performance.now() - began) * 100) / percent / 1000
}

const oneAtATime = (iccids: readonly string[]) =>
  timed(async () => {
    for (const iccid of iccids) await call('POST', `/deactivate/${iccid}`)
  })

const asBatch = (iccids: readonly string[]) =>
  timed(async () => {
    const rows = iccids.map((iccid) => ({ iccid, status: 'Ready' }))
    const { batchId } = await call<{ batchId: string }>('POST', '/batchdeactivation', rows)
    for (;;) {
      const batch = await call<Batch>('GET', `/batches/${batchId}`)
      if (batch.finishedAt) {
        if (batch.counts.success !== iccids.length) throw new Error(`${batch.counts.error} rows failed`)
        return
      }
      await pause(100)
    }
  })

/** So few one at a time, and the figure multiplied: a hundred of them would take an hour. */
const few = 5

async function compare(vendorCode: VendorCode, size: number) {
  const single = ((await oneAtATime(simsForBatches(vendorCode, 0, few))) / few) * size
  const batch = await asBatch(simsForBatches(vendorCode, few, few + size))
  return {
    what: `${vendorCode}, batch of ${size}`,
    measured: batch,
    unit: 's',
    baseline: { what: `one at a time (${few} measured, times ${size / few})`, value: single },
  }
}

try {
  await server.listening
  print(`Batch deactivation (real delays at ${percent} %, scaled up again)`, [
    await compare('ATT', 20),
    { ...(await compare('VZN', 100)), budget: { kind: 'at-most', value: 120 } },
  ])
} finally {
  await stopServerProcess(server)
  await field.stop()
  await keys.close()
  await rm(folder, { recursive: true, force: true })
}
