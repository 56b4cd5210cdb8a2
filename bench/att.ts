// AT&T, which takes one call at a time: how long a look-up waits behind one that AT&T never answers, and how many calls
// to AT&T ten people cost who look at one SIM at the same time, beside the same look-up with no one before it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { simsForBatches } from '../apps/server/src/testing/demo-sims.ts'
import { startKeyServer } from '../apps/server/src/testing/key-server.ts'
import { startServerProcess, stopServerProcess } from '../apps/server/src/testing/server-process.ts'
import { print } from './support/report.ts'
import { startField } from './support/start-field.ts'

const [hung = '', behind = '', alone = '', shared = ''] = simsForBatches('ATT', 0, 4)
const readers = 10
const keys = await startKeyServer()
const token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 3600 })
const field = await startField()
const folder = await mkdtemp(join(tmpdir(), 'console-bench-'))
const server = startServerProcess(
  { OIDC_ISSUER: keys.issuer, FIELD_URL: field.url, DATA_DIR: folder, LOG_LEVEL: 'error' },
  { livesLong: true },
)

/** Looks a SIM up at all three sources, in seconds. */
async function lookUp(iccid: string): Promise<number> {
  const { url } = await server.listening
  const began = performance.now()
  const answer = await fetch(`${url}/api/siminformation/v1/simdetail/${iccid}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await answer.arrayBuffer()
  return (performance.now() - began) / 1000
}

/** How many requests AT&T has had about this SIM. */
async function callsAbout(iccid: string): Promise<number> {
  const answer = await fetch(`${field.url}/control/requests?system=att&iccid=${iccid}&limit=1`)
  const { counts } = (await answer.json()) as { counts: { count: number }[] }
  return counts.reduce((sum, { count }) => sum + count, 0)
}

try {
  await server.listening
  await lookUp(alone)
  const usual = await lookUp(alone)
  const before = await callsAbout(shared)
  await lookUp(shared)
  const once = (await callsAbout(shared)) - before
  await Promise.all(Array.from({ length: readers }, () => lookUp(shared)))
  const together = (await callsAbout(shared)) - before - once
  await fetch(`${field.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ system: 'att', fault: 'hang', operation: hung }),
  })
  const held = lookUp(hung)
  await pause(500)
  const waited = await lookUp(behind)
  await held
  print('AT&T, one call at a time', [
    {
      what: 'a look-up behind one that AT&T never answers',
      measured: waited,
      unit: 's',
      baseline: { what: 'with no one before it', value: usual },
      budget: { kind: 'at-most', value: 30 },
    },
    {
      what: `calls to AT&T for ${readers} people who look at one SIM at once`,
      measured: together,
      unit: 'calls',
      baseline: { what: 'for one of them', value: once },
      budget: { kind: 'at-most-ratio', value: 1 },
    },
  ])
} finally {
  await stopServerProcess(server)
  await field.stop()
  await keys.close()
  await rm(folder, { recursive: true, force: true })
}
