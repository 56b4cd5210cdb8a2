import { calls } from '@support-console/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from './demo/seed.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { simWorld } from './testing/sim-world.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { createTestClock } from './testing/test-clock.ts'
import { startField, type TestField } from './testing/test-field.ts'

const fill = (path: string) =>
  `/api${path.replace(/\{(iccid|simId)\}/, '8901170000000000013').replace('{cloudId}', 'CBS0000006')}`
/** Whatever the contract has that goes on, a later one included. */
const streams = Object.entries(calls)
  .filter(([, call]) => 'streams' in call || 'mayStream' in call)
  .map(([name, { path }]) => [name, fill(path)] as const)

describeOnOneDatabase('R47 what is over leaves no alarm and no wait behind', (database) => {
  let keys: KeyServer
  let field: TestField
  let server: TestApp
  let token = ''
  const clock = createTestClock()
  beforeAll(async () => {
    ;[keys, field] = await Promise.all([startKeyServer(), startField()])
    await seed(database.get().db, simWorld)
    server = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url },
      app: { clock },
    })
    const iat = Math.floor(clock.now().getTime() / 1000)
    const roles = ['support', 'user-admin', 'eng-admin']
    token = await keys.token({ iat, exp: iat + 3600, resource_access: { 'support-console': { roles } } })
    // What the first calls bring along, such as the provider's keys, has been and gone.
    await server.call('GET', '/api/session/v1/access', { token })
  })
  afterAll(async () => {
    await field.stop()
    await keys.close()
  })
  /** Without what is gathered for some seconds, and a session that is kept for the next call. */
  const pending = () => clock.pending(10_000)
  /** Nothing moves the clock, so what the server does now and then has one alarm each, and keeps it. */
  const settles = (at: number) => vi.waitFor(() => expect(pending()).toBe(at), 20_000)

  it.each(streams)('a stream that its reader has left: %s', async (_name, path) => {
    const before = pending()
    const leaving = new AbortController()
    const response = await fetch(server.url + path, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: leaving.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(pending()).toBeGreaterThan(before)
    leaving.abort()
    await settles(before)
  })

  it('calls that were answered, refused, left while a neighbour is silent, and waited for in line', async () => {
    const before = pending()
    const sim = fill(calls.getSimDetail.path)
    expect((await server.call('GET', sim, { token })).code).toBe(200)
    expect((await server.call('GET', sim, { token: null })).code).toBe(401)
    await settles(before)

    await field.fault({ system: 'mobile-broker', fault: 'hang' })
    const leaving = new AbortController()
    const asked = Array.from({ length: 12 }, () =>
      server.call('GET', `${sim}?source=mobileBroker`, { token, signal: leaving.signal }).catch(() => 'left'),
    )
    await vi.waitFor(() => expect(pending()).toBeGreaterThan(before))
    leaving.abort()
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['left']))
    await settles(before)
    await field.heal()
  })

  it('a server that has stopped', async () => {
    const listening = await fetch(`${server.url}/api/news/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await server.close()
    await listening.text().catch(() => {})
    await settles(0)
  })
})
