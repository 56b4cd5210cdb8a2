import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { NoProviderKeys } from './provider-keys.ts'
import { createTokenChecker, TokenRefused } from './verify-token.ts'

type Fields = Record<string, unknown>
type Keys = Parameters<typeof createTokenChecker>[0]['keys']

const issuer = 'https://id.example/console'
const signOn = { issuer, audience: 'api', clientId: 'console' } as Parameters<
  typeof createTokenChecker
>[0]['signOn']

describe('R10 R13 a token', () => {
  let pair: Awaited<ReturnType<typeof generateKeyPair>>
  let keys: Keys
  let asked: number
  beforeAll(async () => {
    pair = await generateKeyPair('ES256')
    const known = createLocalJWKSet({
      keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' }],
    })
    keys = (header, token) => {
      asked++
      return known(header, token)
    }
  })

  const secondOf = (clock: TestClock) => Math.floor(clock.now().getTime() / 1000)
  /** With these fields laid over a good one; undefined removes one. */
  function tokenOf(clock: TestClock, claims: Fields = {}, header: Fields = {}): Promise<string> {
    const now = secondOf(clock)
    const usual = { iss: issuer, aud: 'api', azp: 'console', sub: 'pat', email: 'pat@example.com' }
    const all = { ...usual, jti: 't', sid: 's', typ: 'Bearer', iat: now, exp: now + 300, ...claims }
    return new SignJWT(all as Fields)
      .setProtectedHeader({ alg: 'ES256', kid: 'k', typ: 'JWT', ...header })
      .sign(pair.privateKey)
  }
  function checkerOf(more: Partial<Parameters<typeof createTokenChecker>[0]> = {}) {
    asked = 0
    const clock = createTestClock()
    // At the full second, as tokens count.
    clock.jump(1000 - clock.now().getMilliseconds())
    const check = createTokenChecker({ keys, signOn, clock, ...more })
    const ask = async (claims: Fields = {}, header: Fields = {}) =>
      check(await tokenOf(clock, claims, header))
    const now = () => secondOf(clock)
    /** Why it is refused: the kind for the figures, and the sentence for the log. */
    const whyNot = async (claims: Fields, header: Fields = {}) => {
      const error = await ask(claims, header).catch((each: unknown) => each)
      if (!(error instanceof TokenRefused)) throw new Error('not refused', { cause: error })
      return [error.kind, error.message]
    }
    return { clock, check, ask, now, whyNot }
  }

  it('names its person, sign-on, roles and times', async () => {
    const { ask, now } = checkerOf()
    const at = now()
    const bearer = await ask({
      resource_access: { console: { roles: ['support', 'x'] }, other: { roles: ['auditor'] } },
    })
    expect(bearer).toEqual({
      issuer,
      subject: 'pat',
      email: 'pat@example.com',
      sessionId: 's',
      tokenId: 't',
      roles: ['support', 'x'],
      issuedAt: at,
      expiresAt: at + 300,
    })
    for (const sid of [undefined, '', 7]) expect((await ask({ sid })).sessionId).toBe('t')
  })

  it.each([
    [null],
    [{ console: null }],
    [{ console: 'roles' }],
    [{ console: { roles: 'support' } }],
    [{ console: { roles: ['support', 7] } }],
    [{ console: { role: ['support'] } }],
    [JSON.parse('{"__proto__":{"console":{"roles":["support"]}}}')],
  ])('takes no role from %j', async (resource_access) => {
    expect((await checkerOf().ask({ resource_access })).roles).toEqual([])
  })

  it.each([
    ['sub', 'x'.repeat(400)],
    ['email', 'x'.repeat(400)],
    ['sid', '𝄞'],
  ])('takes a %s of 400 characters, well-formed', async (claim, text) => {
    expect(Object.values(await checkerOf().ask({ [claim]: text }))).toContain(text)
  })

  const long = 'is empty or longer than 400 characters'
  const lost = 'is a text that no database keeps'
  it.each<[Fields, Fields, string, RegExp | string]>([
    [{ sub: 7 }, {}, 'claims', /./],
    [{ email: ['a'] }, {}, 'claims', 'email is no text'],
    [{ email: '' }, {}, 'claims', `email ${long}`],
    [{ jti: 'x'.repeat(401) }, {}, 'claims', `jti ${long}`],
    [{ sid: 'x'.repeat(401) }, {}, 'claims', `sid ${long}`],
    [{ sub: 'a\u0000b' }, {}, 'claims', `sub ${lost}`],
    [{ sub: 'a\ud800' }, {}, 'claims', `sub ${lost}`],
    [{ azp: 7 }, {}, 'claims', 'azp is no text'],
    [{ iss: 'https://id.example' }, {}, 'claims', /iss/],
    [{ aud: 'other' }, {}, 'claims', /aud/],
    ...['exp', 'iat', 'sub', 'jti', 'azp', 'email'].map((claim): [Fields, Fields, string, RegExp] => [
      { [claim]: undefined },
      {},
      'claims',
      new RegExp(claim),
    ]),
    [{}, { kid: undefined }, 'unknown-key', 'no kid'],
    [{}, { kid: '' }, 'unknown-key', 'no kid'],
    [{}, { kid: 7 }, 'unknown-key', 'no kid'],
    [{}, { kid: 'other' }, 'unknown-key', /^ERR_JWKS_NO_MATCHING_KEY: /],
    [{ typ: 'ID' }, {}, 'wrong-kind', 'not an access token (header typ jwt)'],
    [{}, { typ: 'JOSE' }, 'wrong-kind', 'not an access token (header typ jose)'],
    [{}, { typ: 'x/at+jwt' }, 'wrong-kind', 'not an access token (header typ x/at+jwt)'],
    [{}, { typ: 'application/x/at+jwt' }, 'wrong-kind', /typ x\/at\+jwt\)$/],
    [{}, { typ: 'x/application/at+jwt' }, 'wrong-kind', /typ x\/application\/at\+jwt\)$/],
    [{}, { typ: undefined }, 'wrong-kind', 'not an access token (header typ none)'],
    [{ more: 'x'.repeat(13_000) }, {}, 'malformed', 'longer than 16 KiB'],
  ])('with %j, %j is refused as %s', async (claims, header, kind, why) => {
    const refused = await checkerOf().whyNot(claims, header)
    expect(refused).toEqual([kind, typeof why === 'string' ? why : expect.stringMatching(why)])
  })

  it.each(['at+jwt', 'AT+JWT', 'application/at+jwt'])(
    'is an access token by its header typ %s alone',
    async (typ) => {
      expect((await checkerOf().ask({ typ: undefined }, { typ })).subject).toBe('pat')
    },
  )

  it('is three parts of base64url, of at most 16,384 characters, with a signature that fits', async () => {
    const { clock, check } = checkerOf()
    const token = await tokenOf(clock)
    const [head, body, signature = ''] = token.split('.')
    const other = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    await expect(check(other)).rejects.toMatchObject({ kind: 'signature' })
    for (const text of [`${token}=`, `${token}.x`, ` ${token}`, `${head}.${body}`, `${token}\n`, 'a..b'])
      await expect(check(text)).rejects.toMatchObject({
        kind: 'malformed',
        message: 'not three parts of base64url',
      })
    for (const [many, why] of [
      [16_384, /^ERR_/],
      [16_385, /^longer than 16 KiB$/],
    ] as const)
      await expect(check(`a.b.${'c'.repeat(many - 4)}`)).rejects.toMatchObject({
        kind: 'malformed',
        message: expect.stringMatching(why),
      })
  })

  it('may be issued by a clock that is ten seconds ahead, and counts ten seconds longer', async () => {
    const { clock, ask, now, whyNot } = checkerOf()
    expect((await ask({ iat: now() + 10 })).issuedAt).toBe(now() + 10)
    expect(await whyNot({ iat: now() + 11 })).toEqual(['claims', expect.stringMatching(/iat/)])
    expect((await ask({ exp: now() - 9 })).expiresAt).toBe(now() - 9)
    expect(await whyNot({ exp: now() - 10 })).toEqual(['expired', expect.stringMatching(/^ERR_JWT_EXPIRED/)])
    expect((await ask({ nbf: now() + 10 })).subject).toBe('pat')
    expect((await whyNot({ nbf: now() + 11 }))[0]).toBe('claims')
    expect(clock.elapsed()).toBeLessThan(1000)
  })

  it('R13 is remembered until it expires, and then refused', async () => {
    const { clock, check, now } = checkerOf()
    const token = await tokenOf(clock, { exp: now() + 60 })
    const first = await check(token)
    clock.jump(69_999)
    expect(await check(token)).toBe(first)
    expect(asked).toBe(1)
    clock.jump(1)
    await expect(check(token)).rejects.toMatchObject({ kind: 'expired', message: 'expired' })
    await expect(check(token)).rejects.toMatchObject({ kind: 'expired' })
    expect(asked).toBe(2)
  })

  it('R13 is forgotten for newer ones where too many are remembered', async () => {
    const { clock, check } = checkerOf({ mostKnown: 2 })
    const [one = '', two = '', three = ''] = await Promise.all(
      ['1', '2', '3'].map((jti) => tokenOf(clock, { jti })),
    )
    for (const token of [one, two, one, two, three]) await check(token)
    expect(asked).toBe(3)
    await check(two)
    await check(three)
    expect(asked).toBe(3)
    await check(one)
    expect(asked).toBe(4)
  })

  it('needs the client as azp where no audience is set', async () => {
    const { ask, whyNot } = checkerOf({ signOn: { ...signOn, audience: '' } })
    expect((await ask({ aud: 'other' })).subject).toBe('pat')
    expect(await whyNot({ azp: 'other' })).toEqual(['claims', 'azp is another client'])
    expect((await checkerOf().ask({ azp: 'other' })).subject).toBe('pat')
  })

  it('R12 is not blamed where no one can tell, and is refused where its key cannot be read', async () => {
    const failing = (error: unknown) =>
      checkerOf({
        keys: () => {
          throw error
        },
      })
    await expect(failing(new NoProviderKeys('away')).ask()).rejects.toThrow(NoProviderKeys)
    expect(await failing(new RangeError('odd')).whyNot({})).toEqual(['malformed', 'odd'])
    expect(await failing('odd').whyNot({})).toEqual(['malformed', 'unreadable'])
  })
})
