import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunningField } from '../serve.ts'
import { call, startField } from '../testing/start-field.ts'

let folder = ''
let field: RunningField
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'field-csr-'))
  field = await startField({ dataDir: folder })
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await field.close()
  rmSync(folder, { recursive: true, force: true })
})

const headers = { authorization: 'Bearer demo-csr-agent-token' }
const agent = (n: number, path: string) => `${field.url}/csr-agent/127.0.40.${n}/v1/${path}`
const read = async (n: number, path: string) => (await call(agent(n, path), { headers })).body
const put = (n: number, id: string, release: string) =>
  call(agent(n, `deployments/${id}`), { method: 'PUT', headers, body: { release } })
const untilOver = (n: number, id: string) =>
  vi.waitFor(
    async () => {
      const deployment = (await read(n, `deployments/${id}`)) as { state: string }
      expect(deployment.state).not.toBe('deploying')
      return deployment
    },
    { timeout: 30_000, interval: 30 },
  )
const counts = async (n: number) => {
  const { body } = await call(`${field.url}/control/requests?system=csr-agent&iccid=127.0.40.${n}`)
  return (body as { counts: { action: string; count: number }[] }).counts
}

describe('2.10, D2 a CSR agent', () => {
  it('says what runs, and how many panels report', async () => {
    expect(await read(2, 'status')).toMatchObject({
      server: 'csr-02',
      release: '4.2.1',
      state: 'idle',
      deploymentId: null,
      panels: expect.any(Number),
      log: [],
    })
  })

  it('deploys once by the id of the deployment, however often it is asked, and keeps it over a restart', async () => {
    // A deployment takes its time by the clock, which stands still until all has been said about one under way.
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = randomUUID()
    expect(await put(1, id, '4.2.1')).toMatchObject({
      status: 202,
      body: { deploymentId: id, release: '4.2.1', previousRelease: '5.0.0', state: 'deploying' },
    })
    expect(await put(1, randomUUID(), '4.2.0')).toMatchObject({
      status: 409,
      body: { code: 'BUSY', deploymentId: id },
    })
    expect((await put(1, id, '4.2.1')).status).toBe(202)
    await field.close()
    field = await startField({ dataDir: folder })
    expect(await read(1, `deployments/${id}`)).toMatchObject({ state: 'deploying' })
    vi.useRealTimers()
    expect(await untilOver(1, id)).toMatchObject({ state: 'succeeded', reason: '' })
    expect(await put(1, id, '4.2.1')).toMatchObject({ status: 202, body: { state: 'succeeded' } })
    expect(await put(1, id, '4.2.0')).toMatchObject({ status: 422, body: { code: 'OTHER_RELEASE' } })
    expect(await read(1, 'status')).toMatchObject({ release: '4.2.1', state: 'idle', deploymentId: id })
    expect(await counts(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'begin', count: 1 }),
        expect.objectContaining({ action: 'deploy', count: 5 }),
      ]),
    )
  })

  it('csr-07: an upgrade fails with its reason and log; what ran before can be brought back', async () => {
    const id = randomUUID()
    await put(7, id, '5.0.0')
    expect(await untilOver(7, id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('health check'),
      log: expect.arrayContaining([
        expect.objectContaining({ line: expect.stringMatching(/^Health check failed/) }),
      ]),
    })
    expect(await read(7, 'status')).toMatchObject({ release: '4.2.1', state: 'failed' })
    const back = randomUUID()
    await put(7, back, '4.2.1')
    expect(await untilOver(7, back)).toMatchObject({ state: 'succeeded' })
    expect(await read(7, 'status')).toMatchObject({ release: '4.2.1', state: 'idle' })
  })

  it('one that is held is under way until it is let go', async () => {
    const hold = (ips: unknown) =>
      call(`${field.url}/control/csr-agent`, { method: 'POST', body: { hold: ips } })
    expect(await hold(['127.0.40.4'])).toMatchObject({ status: 200, body: { hold: ['127.0.40.4'] } })
    // By the clock it is over at once.
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = randomUUID()
    await put(4, id, '5.0.0')
    vi.setSystemTime(Date.now() + 60_000)
    const held = (await read(4, `deployments/${id}`)) as { state: string; log: { line: string }[] }
    expect(held).toMatchObject({ state: 'deploying', finishedAt: null })
    expect(held.log.at(-1)?.line).toContain('waiting for its health check')
    expect((await put(4, randomUUID(), '4.2.0')).body).toMatchObject({ code: 'BUSY' })
    await hold([])
    expect(await read(4, `deployments/${id}`)).toMatchObject({ state: 'succeeded' })
    for (const nonsense of ['127.0.40.4', ['127.0.40.99'], undefined])
      expect((await hold(nonsense)).status).toBe(400)
  })

  it('csr-09 never answers', async () => {
    await expect(fetch(agent(9, 'status'), { headers, signal: AbortSignal.timeout(300) })).rejects.toThrow(
      /timeout/,
    )
  })

  it.each([
    ['no token', 3, {}, 401, 'UNAUTHORIZED'],
    ['an address without an agent', 99, headers, 404, 'NO_AGENT'],
  ])('refuses %s', async (_what, n, headers, status, code) => {
    expect(await call(agent(n, 'status'), { headers })).toMatchObject({ status, body: { code } })
  })

  it('refuses an unknown release, an id that is none, and an unknown deployment', async () => {
    expect(await put(3, randomUUID(), '9.9.9')).toMatchObject({
      status: 422,
      body: { code: 'UNKNOWN_RELEASE' },
    })
    expect((await put(3, 'x', '5.0.0')).status).toBe(400)
    expect(await call(agent(3, `deployments/${randomUUID()}`), { headers })).toMatchObject({
      status: 404,
      body: { code: 'DEPLOYMENT_NOT_FOUND' },
    })
  })
})
