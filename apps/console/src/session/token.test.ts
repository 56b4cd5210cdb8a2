import { describe, expect, it } from 'vitest'
import { lifetimeOf, markOf, readAccessToken, readTokenAnswer, userOf, whyNoUser } from './token.ts'

const jwt = (payload: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const base64 = btoa(String.fromCharCode(...bytes))
  return `e30.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2lnbmF0dXJl`
}

const claims = {
  sub: 'u1',
  jti: 'j1',
  sid: 's1',
  email: 'zoë@example.com',
  name: 'Zoë Ångström',
  iat: 1000,
  exp: 1300,
  resource_access: { 'support-console': { roles: ['support', 'eng-admin'] } },
}

describe('3 the decoded access token', () => {
  it.each([
    [{ sub: undefined }, 'has no sub'],
    [{ exp: undefined }, 'has no exp'],
    [{ sub: 7, exp: '1300' }, 'has no sub'],
  ])('54.7 with %j it names the claim that is missing', (other, why) => {
    const token = jwt({ ...claims, ...other })
    expect(readAccessToken(token, 'support-console')).toBeNull()
    expect(whyNoUser(token)).toBe(why)
    expect(whyNoUser('opaque')).toBe('is no JWT')
  })

  it('supplies session id, e-mail, name and the roles of the console’s client', () => {
    expect(readAccessToken(jwt(claims), 'support-console')).toEqual({
      sub: 'u1',
      jti: 'j1',
      sid: 's1',
      email: 'zoë@example.com',
      name: 'Zoë Ångström',
      iat: 1000,
      exp: 1300,
      roles: ['support', 'eng-admin'],
    })
  })

  it.each([
    ['another client', { other: { roles: ['support'] } }],
    ['no list', { 'support-console': { roles: 'support' } }],
    ['nothing', undefined],
    ['null', null],
    ['an inherited name', { roles: ['support'] }],
  ])('R10 gives no role for %s', (_, resource_access) => {
    const client = _ === 'an inherited name' ? 'constructor' : 'support-console'
    expect(readAccessToken(jwt({ ...claims, resource_access }), client)?.roles).toEqual([])
  })

  it('R10 gives the roles of the console’s client alone, whichever client stands first', () => {
    const resource_access = { account: { roles: ['eng-admin'] }, 'support-console': { roles: ['support'] } }
    expect(readAccessToken(jwt({ ...claims, resource_access }), 'support-console')?.roles).toEqual([
      'support',
    ])
  })

  it('keeps only texts among the roles', () => {
    const resource_access = { 'support-console': { roles: ['support', 7, null] } }
    expect(readAccessToken(jwt({ ...claims, resource_access }), 'support-console')?.roles).toEqual([
      'support',
    ])
  })

  it.each(['', 'opaque', 'a.b.c', 'a.!!.c', jwt('text'), jwt({ sub: 'u1' }), jwt({ exp: 1 })])(
    'refuses what is no token of a user: %j',
    (token) => {
      expect(readAccessToken(token, 'support-console')).toBeNull()
    },
  )
})

describe('3 the token answer', () => {
  const access = jwt(claims)
  const refresh = jwt({ iat: 1000, exp: 2800 })

  it('reads the four fields', () => {
    expect(
      readTokenAnswer({
        access_token: access,
        refresh_token: refresh,
        expires_in: 300,
        refresh_expires_in: 1800,
        id_token: 'i',
      }),
    ).toEqual({ access, refresh, accessDuration: 300, refreshDuration: 1800, idToken: 'i' })
  })

  it('takes the durations from the tokens where the answer is silent', () => {
    expect(readTokenAnswer({ access_token: access, refresh_token: refresh })).toMatchObject({
      accessDuration: 300,
      refreshDuration: 1800,
      idToken: null,
    })
    expect(lifetimeOf('opaque')).toBeNull()
  })

  it.each([null, 'text', [], {}, { access_token: access }, { access_token: '', refresh_token: refresh }])(
    'is none without both tokens: %j',
    (answer) => {
      expect(readTokenAnswer(answer)).toBeNull()
    },
  )
})

describe('3 the session’s user', () => {
  it('is what userinfo says, reduced to the standard claims', () => {
    const user = userOf(
      {
        sub: 'u1',
        name: 'Zoë',
        email: 'z@example.com',
        email_verified: true,
        groups: ['x'],
        locale: 'x'.repeat(300),
      },
      { name: 'Other', email: 'o@example.com' },
    )
    expect(user).toEqual({
      name: 'Zoë',
      email: 'z@example.com',
      info: { sub: 'u1', name: 'Zoë', email: 'z@example.com', email_verified: true },
    })
  })

  it('falls back to the token, and to the e-mail for a name', () => {
    expect(userOf({}, { name: '', email: 'o@example.com' })).toMatchObject({ name: 'o@example.com' })
  })
})

it('R2 marks a token without containing a piece of it', () => {
  const token = jwt(claims)
  expect(markOf(token)).toBe(markOf(token))
  expect(markOf(token)).not.toBe(markOf(`${token}x`))
  expect(markOf(token).length).toBeLessThan(16)
})
