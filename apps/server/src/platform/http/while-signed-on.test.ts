import { randomUUID } from 'node:crypto'
import { calls } from '@support-console/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { serversOnField } from '../../testing/servers-on-field.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { createTestClock } from '../../testing/test-clock.ts'

/** Whatever the contract has that goes on, a later one included. */
const streams = Object.values(calls)
  .filter((call) => 'streams' in call || 'mayStream' in call)
  .map(({ path }) => path.replace('{iccid}', '8901170000000000013').replace('{cloudId}', 'CBS0000006'))

describeOnEachDatabase('R14 answers that go on', (database) => {
  // No one's poll comes while the clock stands: what ends a stream was told.
  const clock = createTestClock()
  const { server, field, keys } = serversOnField(database, { one: {}, other: {} }, simWorld, {
    one: clock,
    other: clock,
  })
  const leaving: AbortController[] = []
  afterEach(() => {
    for (const each of leaving.splice(0)) each.abort()
  })
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const tokenOf = (claims: Record<string, unknown> = {}) =>
    keys().token({
      iat: seconds(),
      exp: seconds() + 3600,
      sub: randomUUID(),
      sid: randomUUID(),
      jti: randomUUID(),
      resource_access: { 'support-console': { roles: ['support', 'user-admin', 'eng-admin'] } },
      ...claims,
    })

  async function listen(path: string, token: string, at: 'one' | 'other' = 'other') {
    const left = new AbortController()
    leaving.push(left)
    const response = await fetch(`${server(at).url}/api${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: left.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const heard = { text: '', end: 'none yet' }
    const read = async () => {
      for await (const piece of response.body ?? []) heard.text += Buffer.from(piece).toString()
    }
    read().then(
      () => (heard.end = 'ended'),
      () => (heard.end = 'broke off'),
    )
    return heard
  }
  const ended = (all: { end: string }[]) =>
    vi.waitFor(() => expect(all.map(({ end }) => end)).toEqual(all.map(() => 'ended')), 10_000)
  /** So that no diagnosis has an end of its own. */
  const hang = async () => {
    for (const system of ['mobile-broker', 'remote-portal', 'pathfinder'])
      await field().fault({ system, fault: 'hang' })
  }

  it('every stream ends with the sign-on, on all servers, before any look; others go on', async () => {
    expect(streams.length).toBeGreaterThanOrEqual(3)
    await hang()
    const claims = { sub: randomUUID(), sid: randomUUID() }
    const token = await tokenOf(claims)
    const all = [
      ...(await Promise.all(streams.map((path) => listen(path, token)))),
      ...(await Promise.all(streams.map((path) => listen(path, token, 'one')))),
    ]
    const sameUser = await listen('/news/v1/stream', await tokenOf({ sub: claims.sub }))
    const { code } = await server('one').call('POST', '/api/session/v1/end', { token })
    expect(code).toBe(200)
    await ended(all)
    expect((await server('other').call('GET', '/api/session/v1/access', { token })).code).toBe(401)
    expect(sameUser.end).toBe('none yet')
    expect(all.map(({ text }) => text).join('')).toContain('"waiting"')
  })

  it('every stream of a person ends when an admin ends their sign-ons, on all servers', async () => {
    await hang()
    const token = await tokenOf({ email: 'leaver@example.com' })
    // Signing in leaves an entry, by which the person is found.
    await server('one').call('POST', '/api/csrmanagement/v1/csrs/127.0.40.1/desc', {
      token,
      body: { Description: 'here' },
    })
    const all = await Promise.all(streams.map((path) => listen(path, token)))
    const path = '/api/usermanagement/v1/signons/leaver@example.com/end'
    const answer = await server('one').call('POST', path, {
      token: await tokenOf(),
      body: { alsoMyOwn: false },
    })
    expect(answer.code, answer.text).toBe(200)
    await ended(all)
  })

  it('every stream ends with the token, in order, and not before', async () => {
    await hang()
    const token = await tokenOf({ exp: seconds() + 3 })
    const all = await Promise.all(streams.map((path) => listen(path, token)))
    await clock.advance(1_900)
    expect(all.map(({ end }) => end)).toEqual(all.map(() => 'none yet'))
    await clock.advance(1_100)
    await ended(all)
  })

  it('a reading call that runs while the sign-on ends gives no answer', async () => {
    await hang()
    const token = await tokenOf({ sub: randomUUID(), sid: randomUUID() })
    const path = '/api/diagnosis/v1/sims/8901170000000000013?within=2'
    const asked = server('other').call('GET', path, { token })
    await vi.waitFor(
      async () => expect(await field().requests('system=mobile-broker')).not.toEqual([]),
      10_000,
    )
    await server('one').call('POST', '/api/session/v1/end', { token })
    await vi.waitFor(async () => {
      const { code } = await server('other').call('GET', '/api/session/v1/access', { token })
      expect(code).toBe(401)
    }, 10_000)
    await clock.advance(2_000)
    expect((await asked).code).toBe(401)
  })
})
