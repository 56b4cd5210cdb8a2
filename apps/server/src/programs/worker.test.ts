import { randomUUID } from 'node:crypto'
import type { Batch } from '@support-console/contract'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { type KeyServer, startKeyServer } from '../testing/key-server.ts'
import { databaseForProgram, type ProgramDatabase } from '../testing/program-database.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from '../testing/server-process.ts'
import { startField, type TestField } from '../testing/test-field.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
const base = '/api/simmanagement/v1'

describe.skipIf('missing' in inject('postgres'))('18.3 WORKER: answering and working apart', () => {
  let keys: KeyServer
  let field: TestField
  let database: ProgramDatabase
  let token: string
  const started: ServerProcess[] = []
  const start = (WORKER: string) => {
    const env = { ...database.settings, OIDC_ISSUER: keys.issuer, FIELD_URL: field.url, WORKER }
    const server = startServerProcess(env)
    started.push(server)
    return server
  }
  beforeAll(async () => {
    keys = await startKeyServer()
    field = await startField()
    database = await databaseForProgram()
    token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 3600 })
  })
  afterAll(async () => {
    await Promise.all(started.map(stopServerProcess))
    await database.drop()
    await field.stop()
    await keys.close()
  })

  it('a batch that is ordered at a server that only answers waits, visibly, and is done by one that only works', async () => {
    const answering = start('off')
    const { url, metricsUrl } = await answering.listening
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sims = ['8932300000000000011', '8946200000000000012']
    const ordered = await fetch(`${url}${base}/batchdeactivation`, {
      method: 'POST',
      headers: { ...headers, prefer: 'respond-async', 'x-transaction-id': randomUUID() },
      body: JSON.stringify(sims.map((iccid) => ({ iccid, status: 'Ready' }))),
    })
    expect(ordered.status).toBe(202)
    const { batchId } = ((await ordered.json()) as { data: { batchId: string } }).data
    const read = async () => {
      const answer = await fetch(`${url}${base}/batches/${batchId}`, { headers })
      return ((await answer.json()) as { data: Batch }).data
    }
    const figure = async () =>
      (await (await fetch(`${metricsUrl}/metrics`)).text()).match(/^jobs_worked_on (\d)$/m)?.[1]

    // No one works: anyone who looks is told, and so is who runs it.
    await expect.poll(async () => (await read()).isWorkedOn).toBe(false)
    expect((await read()).rows.map(({ state }) => state)).toEqual(['ready', 'ready'])
    expect(await figure()).toBe('0')
    expect(answering.stdout.join()).toContain('No server works on jobs: ordered work waits.')

    const working = start('only')
    const told = await working.listening
    expect(told).toMatchObject({ msg: 'listening', level: 'info', pid: working.child.pid })
    expect(told).not.toHaveProperty('url')
    await expect.poll(async () => (await fetch(`${told.metricsUrl}/readyz`)).status).toBe(200)
    await expect.poll(async () => (await read()).finishedAt, { timeout: 120_000 }).not.toBeNull()
    expect((await read()).rows.map(({ state }) => state)).toEqual(['done', 'done'])
    await expect.poll(async () => [(await read()).isWorkedOn, await figure()]).toEqual([true, '1'])

    // Each stops in order.
    for (const server of [working, answering]) {
      server.child.kill('SIGTERM')
      expect([await server.ended, server.stderr()]).toEqual([0, ''])
    }
  })
})
