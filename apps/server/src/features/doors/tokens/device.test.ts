import { type DeviceAsked, deviceFlow, type PersonalToken } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../../demo/seed.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../../testing/key-server.ts'
import { makePersonalToken, signOnOf } from '../../../testing/personal-tokens.ts'
import { simWorld } from '../../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts'
import { purgeDevices } from './device.store.ts'
import { hashOf } from './secret.ts'

const readSims = '/api/companymanager/v1/companies/1/sims'
const listUsers = '/api/usermanagement/v1/usermanagement/pat@example.com'

describeOnOneDatabase('D60 a command line signs in with a code', (database) => {
  let keys: KeyServer
  let clock: TestClock
  let console: TestApp
  let last = 0
  beforeAll(async () => {
    keys = await startKeyServer()
    clock = createTestClock()
    await seed(database.get().db, simWorld)
    console = await startTestApp({ database: database.get(), keys, app: { clock } })
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })
  const db = () => database.get().db
  const someone = async (role: 'support' | 'auditor' | 'eng-admin') => {
    const iat = Math.floor(clock.now().getTime() / 1000)
    return signOnOf(keys, `device-${++last}`, [role], { iat, exp: iat + 3600 })
  }
  async function post(path: string, form: Record<string, string>, { url } = console) {
    const body = new URLSearchParams({ client_id: deviceFlow.clientId, ...form })
    const response = await fetch(url + path, { method: 'POST', body })
    const text = await response.text()
    return { code: response.status, headers: response.headers, text, ...(JSON.parse(text) as Answer) }
  }
  interface Answer {
    device_code: string
    user_code: string
    verification_uri: string
    access_token?: string
    scope?: string
    error?: string
  }
  const begin = async (scope = '', machine = 'laptop-7') => {
    // So many that no other test's count stands in the way.
    clock.jump(61_000)
    const asked = await post(deviceFlow.codePath, { scope, machine })
    return { ...asked, secret: asked.device_code, typed: asked.user_code }
  }
  const poll = (device_code: string) =>
    post(deviceFlow.tokenPath, { grant_type: deviceFlow.grantType, device_code })
  const inConsole = (token: string, path: string, body: object) =>
    console.call('POST', `/api/tokens/v1/device/${path}`, { token, body })
  const answer = (token: string, code: string, isAllowed = true) =>
    inConsole(token, 'answer', { code, isAllowed })
  const codeOf = async (token: string, path = readSims) => (await console.call('GET', path, { token })).code
  const listed = async (token: string) =>
    (await console.call('GET', '/api/tokens/v1/mine', { token })).envelope.data as PersonalToken[]

  it('waits, is named to its person, is allowed, and has a token of theirs, once', async () => {
    const { secret, typed, verification_uri, headers } = await begin()
    expect([typed, verification_uri]).toEqual([
      expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      `${console.config.http.publicUrl}/tokens`,
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await poll(secret)).toMatchObject({ code: 400, error: 'authorization_pending' })
    // What will be its token is none yet.
    expect(await codeOf(secret)).toBe(401)
    const person = await someone('auditor')
    const { envelope } = await inConsole(person, 'look', { code: typed.toLowerCase().replace('-', ' ') })
    expect(envelope.data as DeviceAsked).toMatchObject({
      machine: 'laptop-7',
      address: '127.0.0.1',
      // All reading ones that an auditor has.
      scopes: ['sim-information.read', 'sim-activity.read', 'user-actions.read', 'fleet.read'],
    })
    const made = await answer(person, typed)
    expect([made.code, made.text.includes(secret)]).toEqual([200, false])
    const [token] = await listed(person)
    expect(token).toMatchObject({ name: 'isc on laptop-7', origin: '127.0.0.1', state: 'live' })
    expect(Date.parse(token?.endsAt ?? '') - clock.now().getTime()).toBeGreaterThan(29 * 86_400_000)
    const given = await poll(secret)
    expect([given.access_token, given.scope]).toEqual([secret, token?.scopes.join(' ')])
    expect([await codeOf(secret, '/api/search/v1/recent'), await codeOf(secret, listUsers)]).toEqual([
      200, 403,
    ])
    expect(await poll(secret)).toMatchObject({ code: 400, error: 'invalid_grant' })
    expect((await answer(person, typed)).code).toBe(404)
    const entries = await db()
      .selectFrom('user_action')
      .select(['email', 'message', 'detail', 'object'])
      .where('object', '=', `session token-${token?.tokenId}`)
      .execute()
    expect(entries).toEqual([
      expect.objectContaining({
        email: `device-${last}@example.com`,
        message: 'Make the personal token “isc on laptop-7”',
        detail: expect.stringMatching(/^isc_\w{4}…, for .* For a command line at 127\.0\.0\.1, by a code\.$/),
      }),
    ])
  })

  it('keeps hashes alone, of what it has and of its code', async () => {
    const { secret, typed } = await begin()
    await answer(await someone('support'), typed)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(device_sign_on)::text as row from device_sign_on
      union all select row_to_json(personal_token)::text from personal_token
      union all select row_to_json(user_action)::text from user_action
      union all select row_to_json(call_once)::text from call_once`.execute(db())
    const shown = [secret.slice(8, 30), typed, typed.replace('-', '')]
    const tells = (text: string) => shown.some((part) => text.includes(part))
    expect(rows.filter(({ row }) => tells(row))).toEqual([])
    expect(console.lines.filter(tells)).toEqual([])
  })

  it('is refused, is told so once, and has no token', async () => {
    const { secret, typed } = await begin()
    const person = await someone('support')
    expect((await answer(person, typed, false)).code).toBe(200)
    expect(await poll(secret)).toMatchObject({ code: 400, error: 'access_denied' })
    expect([await listed(person), await codeOf(secret)]).toEqual([[], 401])
  })

  it('that asks too fast is told to slow down, each time by five seconds more', async () => {
    const { secret } = await begin()
    const errors: (string | undefined)[] = []
    for (const wait of [0, 4_000, 9_000, 15_000]) {
      clock.jump(wait)
      errors.push((await poll(secret)).error)
    }
    expect(errors).toEqual(['authorization_pending', 'slow_down', 'slow_down', 'authorization_pending'])
  })

  it('its code ends after ten minutes, and what was allowed must be fetched within one', async () => {
    const [late, allowed] = [await begin(), await begin()]
    const person = await someone('support')
    expect((await answer(person, allowed.typed)).code).toBe(200)
    clock.jump(60_000)
    expect((await poll(allowed.secret)).error).toBe('expired_token')
    clock.jump(9 * 60_000)
    expect((await poll(late.secret)).error).toBe('expired_token')
    expect((await inConsole(person, 'look', { code: late.typed })).code).toBe(404)
    expect((await answer(person, late.typed)).code).toBe(404)
    await purgeDevices(db(), clock.now())
    const left = db().selectFrom('device_sign_on').selectAll().where('token_hash', '=', hashOf(late.secret))
    expect(await left.execute()).toEqual([])
  })

  it('someone who guesses codes is shut out for a minute, from the right one, too', async () => {
    const { typed } = await begin()
    const [guesser, other] = [await someone('support'), await someone('support')]
    const codes: number[] = []
    for (let times = 0; times < 11; times++)
      codes.push((await inConsole(guesser, 'look', { code: 'BBBB-BBBB' })).code)
    expect(codes).toEqual([...Array(10).fill(404), 429])
    expect((await inConsole(guesser, 'look', { code: typed })).code).toBe(429)
    expect((await answer(guesser, typed)).code).toBe(429)
    expect((await inConsole(other, 'look', { code: typed })).code).toBe(200)
  })

  it('so is an address that guesses at secrets, or asks again and again', async () => {
    await begin()
    const guesses: number[] = []
    for (let times = 0; times < 11; times++) guesses.push((await poll(`isc_${'0'.repeat(38)}`)).code)
    expect(guesses).toEqual([...Array(10).fill(400), 429])
    const asked: number[] = []
    for (let times = 0; times < 11; times++)
      asked.push((await post(deviceFlow.codePath, { machine: 'x' })).code)
    expect(asked.slice(-2)).toEqual([429, 429])
    expect((await post(deviceFlow.codePath, { machine: 'x' })).headers.get('retry-after')).toBe('60')
  })

  it('gets of what it asks for what its person may, and nothing where they may none of it', async () => {
    const mixed = await begin('sim-information.read users.read')
    const auditor = await someone('auditor')
    expect((await answer(auditor, mixed.typed)).envelope.data as PersonalToken).toMatchObject({
      scopes: ['sim-information.read'],
    })
    const foreign = await begin('users.read')
    expect((await answer(auditor, foreign.typed)).code).toBe(403)
    expect((await poll(foreign.secret)).error).toBe('authorization_pending')
    expect(await listed(auditor)).toHaveLength(1)
  })

  it.each([
    ['an unknown scope', 'sims.own', 'laptop', 'invalid_scope'],
    ['a right that no token has', 'sign-ons.end', 'laptop', 'invalid_scope'],
    ['a change without its reading', 'fleet.change', 'laptop', 'invalid_scope'],
    ['no name', '', ' ', 'invalid_request'],
    ['a name of two lines', '', 'a\nb', 'invalid_request'],
  ])('is not begun with %s', async (_, scope, machine, error) => {
    expect(await begin(scope, machine)).toMatchObject({ code: 400, error })
  })

  it('an eleventh token is refused, and the code waits until there is room', async () => {
    const person = await someone('support')
    for (let times = 0; times < 10; times++)
      await makePersonalToken(console, person, ['sim-information.read'])
    const { secret, typed } = await begin()
    expect((await answer(person, typed)).code).toBe(409)
    expect((await poll(secret)).error).toBe('authorization_pending')
    const [first] = await listed(person)
    await console.call('DELETE', `/api/tokens/v1/mine/${first?.tokenId}`, { token: person })
    expect((await answer(person, typed)).code).toBe(200)
    expect((await poll(secret)).access_token).toBe(secret)
  })

  it('is not there unless it is switched on: 404, and the page is told so', async () => {
    const off = await startTestApp({ database: database.get(), keys, env: { DEVICE_SIGN_ON: 'off' } })
    try {
      const paths = [deviceFlow.codePath, deviceFlow.tokenPath]
      for (const path of paths) expect((await post(path, { machine: 'x' }, off)).code).toBe(404)
      for (const path of ['look', 'answer'])
        expect((await off.call('POST', `/api/tokens/v1/device/${path}`, { body: {} })).code).toBe(404)
      const { envelope } = await off.call('GET', '/api/configuration/v1/runtime', { token: null })
      expect(envelope.data).toMatchObject({ deviceSignOn: false })
    } finally {
      await off.close()
    }
  })
})
