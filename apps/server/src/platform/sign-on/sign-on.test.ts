import fc from 'fast-check'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'

const access = '/api/session/v1/access'

type Claims = Record<string, unknown>
/** Times are taken when the test runs, not when it is listed. */
const laid = (claims: Claims | (() => Claims)): Claims => (typeof claims === 'function' ? claims() : claims)

describeOnOneDatabase('sign-on', (database) => {
  let keys: KeyServer
  let server: TestApp
  beforeAll(async () => {
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  const ask = (token: string | null, headers: Record<string, string> = {}) =>
    server.call('GET', access, { token, headers })
  const now = () => Math.floor(Date.now() / 1000)

  describe('R9 only the bearer header counts', () => {
    it.each(['Bearer', 'bearer', 'BEARER'])('%s is the scheme in any case', async (scheme) => {
      const { code } = await ask(null, { authorization: `${scheme} ${await keys.token()}` })
      expect(code).toBe(200)
    })

    it('cookies and the query are ignored; a missing token is 401 with a challenge', async () => {
      const token = await keys.token()
      const answers = [
        await ask(null),
        await ask(null, { cookie: `oauth-access-token=${token}` }),
        await ask(null, { authorization: `Basic ${token}` }),
        await ask(null, { authorization: 'Bearer' }),
      ]
      for (const { code, envelope, headers } of answers) {
        expect([code, envelope.status, headers.get('www-authenticate')]).toEqual([
          401,
          'Unauthorized',
          'Bearer',
        ])
      }
      expect((await server.call('GET', `${access}?access_token=${token}`, { token: null })).code).toBe(401)
    })
  })

  describe('R10 every check', () => {
    const good: [string, Claims | (() => Claims), Claims?][] = [
      ['an ordinary Keycloak token', {}],
      ['header typ at+jwt (RFC 9068) without a payload typ', { typ: undefined }, { typ: 'at+jwt' }],
      ['header typ application/at+jwt', {}, { typ: 'application/at+JWT' }],
      ['the audience as one text', { aud: 'support-console-api' }],
      ['expired for less than the leeway', () => ({ exp: now() })],
      ['issued a little in the future', () => ({ iat: now() + 5 })],
      ['a nbf in the past', () => ({ nbf: now() - 10 })],
      ['no sid: the token id stands for the session', { sid: undefined }],
    ]
    it.each(good)('accepts %s', async (_title, claims, header) => {
      expect((await ask(await keys.token(laid(claims), header))).code).toBe(200)
    })

    const bad: [string, Claims | (() => Claims), Claims?][] = [
      ['another issuer', { iss: 'https://evil.example/realms/installer-services' }],
      ['the issuer with a slash more', { iss: 'SLASH' }],
      ['no issuer', { iss: undefined }],
      ['another audience', { aud: ['account'] }],
      ['no audience', { aud: undefined }],
      ['an ID token', { typ: 'ID', aud: 'support-console' }],
      ['an ID token with our audience', { typ: 'ID' }],
      ['a refresh token', { typ: 'Refresh' }],
      ['no kind at all', { typ: undefined }],
      ['an unknown header typ', {}, { typ: 'JOSE' }],
      ['no header typ', {}, { typ: undefined }],
      ['expired', () => ({ exp: now() - 60 })],
      ['no exp', { exp: undefined }],
      ['exp as text', { exp: 'tomorrow' }],
      ['no iat', { iat: undefined }],
      ['iat in the future', () => ({ iat: now() + 600 })],
      ['nbf in the future', () => ({ nbf: now() + 600 })],
      ['no sub', { sub: undefined }],
      ['an empty sub', { sub: '' }],
      ['no jti', { jti: undefined }],
      ['no azp', { azp: undefined }],
      ['no email', { email: undefined }],
      ['an email that is no text', { email: ['a@example.com'] }],
      ['G1 a sub with U+0000', { sub: 'a\u0000b' }],
      ['G1 a jti with half a surrogate pair', { jti: 'a\ud800' }],
      ['a sid of more than 400 characters', { sid: 'x'.repeat(401) }],
      ['longer than 16 KiB', { padding: 'x'.repeat(12_300) }],
      ['an unknown key', {}, { kid: 'unheard-of' }],
      ['no kid', {}, { kid: undefined }],
      ['a critical header that we do not know', {}, { crit: ['exp2'], exp2: 1 }],
    ]
    it.each(bad)('R11 refuses %s: 401, the reason only in the log', async (_title, given, header) => {
      const claims = laid(given)
      const token = await keys
        .token(claims.iss === 'SLASH' ? { iss: `${keys.issuer}/` } : claims, header)
        .catch(
          // jose will not sign some of them; then the parts are put together by hand around a real signature.
          () => signedByHand(keys, claims, header ?? {}),
        )
      const { code, envelope, headers, text } = await ask(token)
      expect([code, envelope.status]).toEqual([401, 'Unauthorized'])
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      expect(text).not.toMatch(/issuer|audience|claim|kid|exp/i)
    })

    it('G6 whatever JSON stands in a claim or header of a signed token: let in or 401, never a 500', async () => {
      const names = [
        'sub',
        'email',
        'sid',
        'jti',
        'azp',
        'typ',
        'iat',
        'nbf',
        'exp',
        'iss',
        'aud',
        'resource_access',
      ]
      const values: unknown[] = fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 12, seed: 6 })
      values.push(
        null,
        true,
        0,
        -1,
        1e308,
        '',
        [],
        {},
        [[]],
        ['JWT'],
        { toLowerCase: 'x' },
        '\u0000',
        '\u2028',
      )
      const wrong: unknown[] = []
      const look = async (claims: Claims, header: Claims) => {
        const { code } = await ask(await signedByHand(keys, claims, header))
        if (code !== 200 && code !== 401) wrong.push([code, claims, header])
      }
      for (const value of values) {
        for (const name of names) await look({ [name]: value }, {})
        for (const name of ['typ', 'kid', 'alg', 'crit', 'cty', 'b64', 'jwk', 'x5c'])
          await look({}, { [name]: value })
      }
      expect(wrong).toEqual([])
    })

    it('R11 the log tells the true reason of a refusal', async () => {
      const reasons: [Claims, Claims, RegExp][] = [
        [{}, { typ: 7 }, /not an access token \(header typ none\)/],
        [{ sub: undefined }, {}, /missing required .{0,2}sub.{0,2} claim/],
        [{ email: ['a@example.com'] }, {}, /email is no text/],
        [{ email: '' }, {}, /email is empty or longer than 400 characters/],
      ]
      // Of its own: so many refusals of strangers are logged in a minute.
      const own = await startTestApp({ database: database.get(), keys })
      for (const [claims, header, why] of reasons) {
        await own.call('GET', access, { token: await signedByHand(keys, claims, header) })
        await vi.waitFor(() =>
          expect(own.lines.findLast((line) => line.includes('"why"')) ?? '').toMatch(why),
        )
      }
      await own.close()
    })

    it('refuses alg none, HS256 with the public key, and a signature by a foreign key of the same id', async () => {
      const { kid } = keys.currentKey()
      const [, payload = ''] = (await keys.token()).split('.')
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const none = `${encode({ alg: 'none', typ: 'JWT', kid })}.${payload}.`
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
      const symmetric = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
        .sign(new TextEncoder().encode('a secret that is at least 32 bytes long'))
      const foreign = await keys.token({}, {}, (await generateKeyPair('RS256')).privateKey)
      const embedded = await generateKeyPair('ES256', { extractable: true })
      const jwk = await keys.token(
        {},
        { alg: 'ES256', jwk: { kty: 'EC' }, jku: keys.jwksUrl },
        embedded.privateKey,
      )
      for (const token of [none, symmetric, foreign, jwk, 'a.b.c', 'x', `${await keys.token()}x`])
        expect((await ask(token)).code).toBe(401)
    })

    it.each(['ES256', 'PS256'])('accepts %s', async (alg) => {
      const own = await startKeyServer()
      await own.rotate(alg)
      const app = await startTestApp({ database: database.get(), keys: own })
      expect((await app.call('GET', access, { token: await own.token() })).code).toBe(200)
      await app.close()
      await own.close()
    })

    it('without a configured audience azp must be the client', async () => {
      const app = await startTestApp({ database: database.get(), keys, env: { OIDC_AUDIENCE: '' } })
      const call = async (claims: object) =>
        (await app.call('GET', access, { token: await keys.token({ aud: 'account', ...claims }) })).code
      expect([await call({}), await call({ azp: 'another-client' })]).toEqual([200, 401])
      await app.close()
    })

    it.each([
      ['a text', { 'support-console': { roles: 'support' } }],
      ['a list with a number', { 'support-console': { roles: ['support', 1] } }],
      ['missing', undefined],
      ['of another client', { other: { roles: ['support'] } }],
      ['inherited', JSON.parse('{"__proto__":{"support-console":{"roles":["eng-admin"]}}}')],
      ['a list instead of an object', [['support']]],
    ])('roles that are %s are no roles', async (_title, resource_access) => {
      const { code, envelope } = await ask(await keys.token({ resource_access }))
      expect([code, envelope.data]).toEqual([
        200,
        { email: 'support@example.com', roles: [], permissions: [] },
      ])
    })
  })

  describe('R12 keys of the provider', () => {
    let own: KeyServer
    let app: TestApp
    let clock: TestClock
    beforeEach(async () => {
      own = await startKeyServer()
      clock = createTestClock()
      app = await startTestApp({ database: database.get(), keys: own, app: { clock } })
      return async () => {
        await app.close()
        await own.close()
      }
    })
    const code = async (token: string) => (await app.call('GET', access, { token })).code
    const inSeconds = (seconds: number) => Math.floor(clock.now().getTime() / 1000) + seconds
    const tokenFor = (seconds: number, header = {}) =>
      own.token({ iat: inSeconds(0), exp: inSeconds(seconds) }, header)
    const lasting = (header = {}) => tokenFor(200_000, header)

    it('a rotated key is found without a restart, also a moment after the keys were fetched', async () => {
      expect(await code(await lasting())).toBe(200)
      await own.rotate()
      expect(await code(await lasting())).toBe(200)
      // Another one within seconds, as after a stranger's: its tokens are not refused, they wait.
      await own.rotate()
      const held = code(await lasting())
      await clock.someoneWaits()
      clock.jump(5_000)
      expect(await held).toBe(200)
    })

    it('goes on with the last good keys for a day while the provider is away, and says so', async () => {
      expect(await code(await lasting())).toBe(200)
      own.away(true)
      clock.jump(3_600_000)
      expect(await code(await lasting())).toBe(200)
      await expect.poll(() => app.lines.join()).toContain('going on with the last good ones')
      clock.jump(86_400_000)
      const late = await app.call('GET', access, { token: await lasting() })
      expect([late.code, late.envelope.status, late.headers.get('retry-after')]).toEqual([
        503,
        'Unavailable',
        '30',
      ])
      own.away(false)
      clock.jump(31_000)
      expect(await code(await lasting())).toBe(200)
    })

    it('a provider that was never there is 503, not 401: the token may be good; and it is asked again after a second', async () => {
      own.away(true)
      expect(await code(await lasting())).toBe(503)
      own.away(false)
      expect(await code(await lasting())).toBe(503)
      clock.jump(1_000)
      expect(await code(await lasting())).toBe(200)
    })

    it('R13 a remembered token ends at its exp', async () => {
      const token = await tokenFor(60)
      expect(await code(token)).toBe(200)
      const asked = own.asked()
      expect(await code(token)).toBe(200)
      expect(own.asked()).toBe(asked)
      clock.jump(61_000)
      expect(await code(token)).toBe(200) // within the leeway
      clock.jump(15_000)
      expect(await code(token)).toBe(401)
    })
  })

  describe('R14 ended sign-ons', () => {
    it('F8 /session/v1/end ends the tokens of this sign-on at once, one that the provider gives later too, and of no other', async () => {
      const mine = await keys.token({ sid: 'mine' })
      const sameSignOn = await keys.token({ sid: 'mine' })
      const other = await keys.token({ sid: 'other' })
      expect((await ask(mine)).code).toBe(200)
      const end = await server.call('POST', '/api/session/v1/end', { token: mine })
      expect([end.code, end.envelope.message]).toEqual([200, 'You are signed out.'])
      expect([(await ask(mine)).code, (await ask(sameSignOn)).code, (await ask(other)).code]).toEqual([
        401, 401, 200,
      ])
      // A refresh token that lives on at the provider brings nothing more.
      expect((await ask(await keys.token({ sid: 'mine' }))).code).toBe(401)
    })

    it('holds after a restart, and on other replicas after their next look', async () => {
      const replica = await startTestApp({ database: database.get(), keys })
      const token = await keys.token({ sid: 'two-replicas' })
      await server.call('POST', '/api/session/v1/end', { token })
      const restarted = await startTestApp({ database: database.get(), keys })
      expect((await restarted.call('GET', access, { token })).code).toBe(401)
      await expect
        .poll(async () => (await replica.call('GET', access, { token })).code, { interval: 250 })
        .toBe(401)
      await restarted.close()
      await replica.close()
    })

    it("a user's tokens from before 'not before' are refused, later ones not", async () => {
      const { db } = database.get()
      await db
        .insertInto('user_not_before')
        .values({ issuer: keys.issuer, subject: 'disabled', not_before: new Date() })
        .execute()
      const app = await startTestApp({ database: database.get(), keys })
      const call = async (iat: number) =>
        (await app.call('GET', access, { token: await keys.token({ sub: 'disabled', iat }) })).code
      expect([await call(now() - 60), await call(now() + 1)]).toEqual([401, 200])
      await app.close()
    })
  })
})

async function signedByHand(
  keys: KeyServer,
  claims: Record<string, unknown>,
  header: Record<string, unknown>,
): Promise<string> {
  const { keys: pair, kid, alg } = keys.currentKey()
  const [, payload = ''] = (await keys.token()).split('.')
  const all = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), ...claims }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${encode({ alg, kid, typ: 'JWT', ...header })}.${encode(all)}`
  const signature = await crypto.subtle.sign(
    'RSASSA-PKCS1-v1_5',
    pair.privateKey,
    new TextEncoder().encode(input),
  )
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}
