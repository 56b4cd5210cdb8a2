// How long a look-up of an AT&T SIM takes while all SIMs are looked at, at the five calls a second that AT&T takes in all, beside the
// same without a sweep. `look-ups 20` makes so many of each.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sweep } from '@support-console/contract'
import { simsForBatches } from '../apps/server/src/testing/demo-sims.ts'
import { startKeyServer } from '../apps/server/src/testing/key-server.ts'
import { startServerProcess, stopServerProcess } from '../apps/server/src/testing/server-process.ts'
import { percentile, print } from './support/report.ts'
import { startField } from './support/start-field.ts'

const lookUps = Number(process.argv[2] ?? 60)
const keys = await startKeyServer()
const token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 3600 })
// AT&T takes 0.1 to 0.2 s for a SIM, and less for its session.
const field = await startField({ FIELD_DELAYS: 'demo', FIELD_DELAY_PERCENT: '10' })
const folder = await mkdtemp(join(tmpdir(), 'console-bench-'))
const server = startServerProcess(
  {
    ...{ OIDC_ISSUER: keys.issuer, FIELD_URL: field.url, DATA_DIR: folder, LOG_LEVEL: 'error' },
    SWEEP_RATES: 'ATT=5,VZN=0.1,AERIS=0.1,WYLESS=0.1',
  },
  { livesLong: true },
)

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const { url } = await server.listening
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      ...{ authorization: `Bearer ${token}`, 'x-transaction-id': randomUUID() },
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
  return (JSON.parse(text) as { data: T }).data
}
const att = async () =>
  (await ask<{ sweep: Sweep | null }>('GET', 'fleet/v1/overview')).sweep?.lanes.find(
    ({ carrier }) => carrier === 'ATT',
  )

/** The milliseconds of one look-up after the other, of SIMs that were not looked up before. */
async function measure(iccids: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const iccid of iccids) {
    await pause(400 + Math.random() * 800)
    const began = performance.now()
    await ask('GET', `siminformation/v1/simdetail/${iccid}`)
    times.push(performance.now() - began)
  }
  return times
}

try {
  const iccids = simsForBatches('ATT', 0, 2 * lookUps + 5)
  await measure(iccids.slice(-5))
  const without = await measure(iccids.slice(0, lookUps))
  await ask('POST', 'fleet/v1/sweeps', { of: 'all' })
  while (((await att())?.read ?? 0) === 0) await pause(200)
  const [readBefore, began] = [(await att())?.read ?? 0, performance.now()]
  const beside = await measure(iccids.slice(lookUps, 2 * lookUps))
  const lane = await att()
  const seconds = (performance.now() - began) / 1000
  if (lane?.state !== 'running') throw new Error(`the sweep was ${lane?.state} before the look-ups were over`)
  print('Look-ups of AT&T SIMs beside a sweep', [
    ...[0.5, 0.95].map((share) => ({
      what: `p${share * 100} of ${lookUps} look-ups`,
      measured: percentile(beside, share),
      unit: 'ms',
      baseline: { what: 'without a sweep', value: percentile(without, share) },
    })),
    {
      what: 'SIMs that the sweep read meanwhile',
      measured: (lane.read - readBefore) / seconds,
      unit: 'a second',
    },
  ])
} finally {
  await stopServerProcess(server)
  await field.stop()
  await keys.close()
  await rm(folder, { recursive: true, force: true })
}
