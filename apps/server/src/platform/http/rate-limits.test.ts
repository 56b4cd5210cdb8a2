import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sample } from '../../systems/carriers/answers-stage.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { makePersonalToken, signOnOf } from '../../testing/personal-tokens.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { registerTestCalls } from '../../testing/test-calls.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'

/** A tenth, a fifth of it: 1 export, 2 strangers a minute. */
const limit = 10

describeOnOneDatabase('R29, F4 limits', (database) => {
  let keys: KeyServer
  let clock: TestClock
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
  })
  afterAll(() => keys.close())
  beforeEach(async () => {
    clock = createTestClock()
    server = await startTestApp({
      database: database.get(),
      keys,
      env: { CALLS_PER_MINUTE: String(limit) },
      app: {
        clock,
        furtherCalls: (api) =>
          registerTestCalls(api, { runs: 0, next: undefined, between: undefined, slowMs: 0 }),
      },
    })
  })
  afterEach(() => server.close())

  type Ask = () => Promise<{ code: number }>
  const codes = async (times: number, ask: Ask) => {
    const all: number[] = []
    for (let i = 0; i < times; i++) all.push((await ask()).code)
    return all
  }
  const access = (token?: string | null) =>
    server.call('GET', '/api/session/v1/access', token === undefined ? {} : { token })
  const start: Ask = () => server.call('GET', '/api/configuration/v1/runtime', { token: null })
  const linking = (token = 'demo-linking-token') =>
    server.call('POST', '/api/companymanager/v1/isk/verify', { token, body: { key: randomUUID() } })
  const verizon = (password = 'demo-callback-password') =>
    server.call('POST', '/api/simmanagement/v1/carriers/verizon/callback', {
      token: null,
      body: {
        ...(JSON.parse(sample('verizon/callback-success.json')) as object),
        username: 'verizon-callback',
        password,
      },
    })
  const over = async () => {
    const now = Math.floor(clock.now().getTime() / 1000)
    return keys.token({ iat: now - 600, exp: now - 300 })
  }

  it('G5 calls about many things at once count as costly, as exports do', async () => {
    const one = (path: string, body: object) => () => server.call('POST', path, { body })
    expect(await codes(2, one('/api/search/v1/resolve', { text: 'a name' }))).toEqual([200, 429])
    expect(await codes(1, one('/api/diagnosis/v1/panels', { cloudIds: ['CBS0000001'] }))).toEqual([429])
    expect((await access()).code).toBe(200)
  })

  it('D58 RateLimit headers say what is left, to a person, to a token, and with the 429', async () => {
    const quotas = (answer: { headers: Headers }) => [
      answer.headers.get('ratelimit-policy'),
      answer.headers.get('ratelimit'),
    ]
    const signOn = await signOnOf(keys, 'scripted', ['support'], {
      iat: Math.floor(clock.now().getTime() / 1000),
    })
    const { secret } = await makePersonalToken(server, signOn, ['sim-information.read'])
    expect(quotas(await access(signOn))).toEqual(['"default";q=10;w=60', '"default";r=8;t=60'])
    const recent = (token: string) => server.call('GET', '/api/search/v1/recent', { token })
    await clock.advance(30_000)
    expect(quotas(await recent(secret))).toEqual([
      '"default-token";q=5;w=60, "default-tokens";q=10;w=60',
      '"default-token";r=4;t=60, "default-tokens";r=9;t=60',
    ])
    expect(quotas(await access(signOn))).toEqual(['"default";q=10;w=60', '"default";r=7;t=30'])
    const resolve = { token: secret, body: { text: 'a name' } }
    expect(quotas(await server.call('POST', '/api/search/v1/resolve', resolve))[0]).toBe(
      '"costly-token";q=1;w=60, "costly-tokens";q=1;w=60',
    )
    expect(await codes(5, () => recent(secret))).toEqual([...Array(4).fill(200), 429])
    expect(quotas(await recent(secret))).toEqual(['"default-token";q=5;w=60', '"default-token";r=0;t=60'])
    // A stranger is told nothing of limits.
    expect(quotas(await access('x'))).toEqual([null, null])
  })

  it('56.1 guessed tokens meet the limit of strangers, which is in no real token’s way', async () => {
    const signOn = await signOnOf(keys, 'guessed', ['support'], {
      iat: Math.floor(clock.now().getTime() / 1000),
    })
    const { secret } = await makePersonalToken(server, signOn, ['sim-information.read'])
    // With a right checksum, so that each is looked up.
    const guess: Ask = () => access(`isc_${'0'.repeat(32)}2wjyrI`)
    expect(await codes(20, guess)).toEqual([401, 401, ...Array(18).fill(429)])
    expect((await server.call('GET', '/api/search/v1/recent', { token: secret })).code).toBe(200)
  })

  it('a person’s calls of a minute are counted, and it is told when to come back', async () => {
    const token = await keys.token({ sub: 'busy' })
    expect(await codes(limit, () => access(token))).toEqual(Array(limit).fill(200))
    const refused = await access(token)
    expect([refused.code, refused.envelope.status, refused.headers.get('retry-after')]).toEqual([
      429,
      'TooMany',
      '60',
    ])
    expect((await access(await keys.token({ sub: 'calm' }))).code).toBe(200)
    await clock.advance(59_500)
    expect((await access(token)).headers.get('retry-after')).toBe('1')
    await clock.advance(500)
    expect((await access(token)).code).toBe(200)
  })

  it('an export counts ten times, beside the others', async () => {
    const file: Ask = () => server.call('GET', '/api/test/v1/file')
    expect(await codes(2, file)).toEqual([200, 429])
    expect((await access()).code).toBe(200)
  })

  it('strangers at an address stop no one but themselves', async () => {
    expect(await codes(3, () => access('x'))).toEqual([401, 401, 429])
    expect(await codes(2, () => access(null))).toEqual([429, 429])
    expect(await codes(2, () => linking('guessed'))).toEqual([429, 429])
    expect(await codes(2, () => verizon('guessed'))).toEqual([429, 429])
    // The console's start, the neighbours, a colleague who has to refresh a token, and one who works.
    expect(await codes(3 * limit, start)).toEqual(Array(3 * limit).fill(200))
    expect((await linking()).code).toBe(200)
    expect((await verizon()).code).toBe(200)
    const expired = await over()
    expect(await codes(5, () => access(expired))).toEqual(Array(5).fill(401))
    expect((await access()).code).toBe(200)
    await clock.advance(60_000)
    expect((await linking('guessed')).code).toBe(401)
  })

  it('a colleague’s token that is over, or whose sign-on has ended, makes no stranger of them', async () => {
    const [expired, ended] = [await over(), await keys.token({ sub: 'gone', sid: 'gone' })]
    expect((await server.call('POST', '/api/session/v1/end', { token: ended })).code).toBe(200)
    expect(await codes(5, () => access(expired))).toEqual(Array(5).fill(401))
    expect(await codes(5, () => access(ended))).toEqual(Array(5).fill(401))
    expect(await codes(3, () => access('x'))).toEqual([401, 401, 429])
  })

  it('each neighbour has a limit of its own, which counts what is proven', async () => {
    expect(await codes(limit + 1, linking)).toEqual([...Array(limit).fill(200), 429])
    expect(await codes(limit + 1, verizon)).toEqual([...Array(limit).fill(200), 429])
    expect((await access()).code).toBe(200)
    expect((await linking('guessed')).code).toBe(401)
    await clock.advance(60_000)
    expect([(await linking()).code, (await verizon()).code]).toEqual([200, 200])
  })

  it('F8 a stranger’s refusal is one line; of many some are logged, and how many more there were', async () => {
    const before = server.lines.length
    const ask: Ask = () => server.call('POST', '/api/companymanager/v1/isk/verify', { token: null, body: {} })
    await codes(30, ask)
    await codes(1, () => server.call('GET', '/api/nothing', { token: null }))
    await codes(30, start)
    // Others, such as that of the audit chain's head, come whenever their minute is over.
    const lines = () =>
      server
        .logged()
        .slice(before)
        .filter(({ msg }) => String(msg).includes('refused'))
    await expect.poll(() => lines().length).toBe(10)
    for (const line of lines())
      expect(line).toMatchObject({
        msg: 'call refused',
        method: 'POST',
        remoteAddress: '127.0.0.1',
        level: 'info',
      })
    expect(lines().map(({ code, status }) => `${code} ${status}`)).toEqual([
      ...Array(2).fill('401 Unauthorized'),
      ...Array(8).fill('429 TooMany'),
    ])
    await clock.advance(60_000)
    expect(lines().slice(10)).toEqual([
      expect.objectContaining({ msg: 'more calls of strangers were refused than were logged', calls: 21 }),
    ])
    await access('x')
    await expect.poll(() => lines().length).toBe(12)
  })
})
