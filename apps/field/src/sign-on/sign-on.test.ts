import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { Browser, codeIn, payloadOf } from '../testing/browser.ts'
import { startField } from '../testing/start-field.ts'

let field: RunningField
const browser = () => new Browser(field.url)

beforeAll(async () => {
  field = await startField()
})
afterAll(() => field.close())

describe('signing in', () => {
  it('R10 D15 gives an access token with everything that the server checks', async () => {
    const tokens = await browser().signIn('engineer@example.com')
    const issuer = `${field.url}/realms/installer-services`
    const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`))
    const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
      issuer,
      audience: 'support-console-api',
    })
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    expect(payload).toMatchObject({
      typ: 'Bearer',
      azp: 'support-console',
      email: 'engineer@example.com',
      name: 'Erin Engineer',
      preferred_username: 'engineer@example.com',
      resource_access: { 'support-console': { roles: ['support', 'eng-admin'] } },
    })
    expect([payload.jti, payload.sid, payload.sub].every((claim) => typeof claim === 'string')).toBe(true)
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
    expect(payloadOf(tokens.id_token)).toMatchObject({ nonce: 'the-nonce', email: 'engineer@example.com' })
  })

  it('section 7 tells how long both tokens live, and the refresh token can be decoded as keycloak-js does', async () => {
    const tokens = await browser().signIn()
    expect(tokens).toMatchObject({ expires_in: 300, refresh_expires_in: 1800, token_type: 'Bearer' })
    expect(payloadOf(tokens.refresh_token)).toMatchObject({ typ: 'Refresh', azp: 'support-console' })
  })

  it.each(['support', 'engineer', 'auditor', 'newcomer', 'robot'])(
    'demo world: %s can sign in',
    async (name) => {
      const { access_token } = await browser().signIn(`${name}@example.com`)
      expect(payloadOf(access_token).email).toBe(`${name}@example.com`)
    },
  )

  it('takes a browser that is signed in straight back, without asking again', async () => {
    const one = browser()
    await one.signIn()
    const back = await one.open(one.authorization())
    expect(codeIn(back)).not.toBe('')
    const asked = await one.open(one.authorization({ prompt: 'login' }))
    expect(asked.headers.get('location')).toContain('/login-actions/authenticate/')
  })

  it('design 5 shows the page under a strict policy that lets the form return to the console', async () => {
    const one = browser()
    const answer = await one.open(await one.signInPage())
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://localhost:8080")
    expect(policy).not.toContain('unsafe')
    const html = await answer.text()
    expect(html).not.toMatch(/ style=|<script>|https?:\/\//)
  })

  it('R19 says the same for a wrong password and an unknown email, and keeps what was typed', async () => {
    const one = browser()
    const page = await one.signInPage()
    const wrong = await (await one.submit(page, 'auditor@example.com', 'no')).text()
    const unknown = await (await one.submit(page, '"><script>alert(1)</script>', 'console')).text()
    for (const html of [wrong, unknown]) expect(html).toContain('Email or password is wrong. Try again.')
    expect(wrong).toContain('value="auditor@example.com"')
    expect(unknown).not.toContain('<script>alert')
  })

  it('R19 answers 429 with Retry-After after ten failures of one account, and others still get in', async () => {
    const one = browser()
    const page = await one.signInPage()
    for (let i = 0; i < 10; i++)
      expect((await one.submit(page, 'newcomer@example.com', 'no')).status).toBe(400)
    const limited = await one.submit(page, 'Newcomer@example.com', 'console')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(200)
    expect((await one.submit(page, 'support@example.com', 'console')).status).toBe(303)
  })

  it('F8 who tries many accounts from one address is answered 429 before the fortieth, for none of them any more', async () => {
    const sprayed = await startField()
    const one = new Browser(sprayed.url)
    const page = await one.signInPage()
    const statuses: number[] = []
    for (let i = 0; i < 40; i++)
      statuses.push((await one.submit(page, `person${i}@example.com`, 'Spring2026')).status)
    expect(statuses).toEqual([...Array(30).fill(400), ...Array(10).fill(429)])
    expect((await one.submit(page, 'support@example.com', 'console')).status).toBe(429)
    await sprayed.close()
  })

  it('says plainly that a sign-in page is out of date', async () => {
    const answer = await browser().open('/realms/installer-services/login-actions/authenticate/gone')
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This sign-in page is out of date.')
  })
})

describe('what keycloak-js needs beside the tokens', () => {
  it('section 10 answers the preflight of listed origins only, with credentials allowed', async () => {
    const ask = (origin: string) =>
      fetch(`${browser().protocol}/token`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      })
    const ours = await ask('http://localhost:8080')
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://localhost:8080')
    expect(ours.headers.get('access-control-allow-credentials')).toBe('true')
    expect(ours.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
    expect((await ask('http://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('F8 the pages of another site read no answer, nor an error', async () => {
    const ask = async (origin: string) => {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' })
      const answer = await fetch(`${browser().protocol}/token`, { method: 'POST', headers: { origin }, body })
      return [answer.status, answer.headers.get('access-control-allow-origin')]
    }
    expect(await ask('http://evil.example')).toEqual([400, null])
    expect(await ask('http://localhost:8080')).toEqual([400, 'http://localhost:8080'])
  })

  it('section 10 tells who is signed in by userinfo and account, to a living login only', async () => {
    const one = browser()
    const { access_token, id_token } = await one.signIn('auditor@example.com')
    const ask = (path: string, token: string) =>
      fetch(`${field.url}/realms/installer-services${path}`, {
        headers: { authorization: `bearer ${token}`, origin: one.origin },
      })
    const userinfo = await ask('/protocol/openid-connect/userinfo', access_token)
    expect(userinfo.headers.get('access-control-allow-origin')).toBe(one.origin)
    expect(await userinfo.json()).toMatchObject({ email: 'auditor@example.com', name: 'Audrey Auditor' })
    expect(await (await ask('/account', access_token)).json()).toMatchObject({
      username: 'auditor@example.com',
      firstName: 'Audrey',
      emailVerified: true,
    })
    expect((await ask('/account', id_token)).status).toBe(401)
    expect((await ask('/account', 'x.y.z')).status).toBe(401)
  })

  it("2.3 'Profile' shows a browser who is signed in, and that no one is", async () => {
    const one = browser()
    const open = () =>
      one.open('/realms/installer-services/account', { headers: { accept: 'text/html,*/*;q=0.8' } })
    const before = await open()
    expect(before.status).toBe(200)
    expect(before.headers.get('content-type')).toContain('text/html')
    expect(await before.text()).toContain('You are not signed in')

    await one.signIn('engineer@example.com')
    const page = await open()
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    for (const shown of ['Erin Engineer', 'engineer@example.com', 'support, eng-admin'])
      expect(html).toContain(shown)
    const [, logout = ''] = /href="([^"]+)">Log out</.exec(html) ?? []
    expect(await (await one.open(logout)).text()).toContain('Log out of the Support Console?')
  })

  it('section 10 has the two framed pages, for the consoles only, and leads registration to the sign-in', async () => {
    const one = browser()
    for (const path of ['/3p-cookies/step1.html', '/login-status-iframe.html']) {
      const page = await one.open(one.protocol + path)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:8080')
    }
    const registration = await one.open(one.authorization().replace('/auth?', '/registrations?'))
    expect(registration.headers.get('location')).toContain('/auth?client_id=support-console')
  })

  it('announces all of it in the discovery document', async () => {
    const answer = await fetch(`${field.url}/realms/installer-services/.well-known/openid-configuration`)
    expect(await answer.json()).toMatchObject({
      issuer: `${field.url}/realms/installer-services`,
      token_endpoint: `${browser().protocol}/token`,
      userinfo_endpoint: `${browser().protocol}/userinfo`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    })
  })
})

describe('logging out', () => {
  const submit = async (one: Browser, page: Response): Promise<Response> => {
    const html = await page.text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
    return one.open(`${one.protocol}/logout/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
  }

  it('R8 with the ID token is done at once and ends all tokens of the login', async () => {
    const one = browser()
    const tokens = await one.signIn()
    expect(one.cookie('field_login')).toBe(payloadOf(tokens.access_token).sid)
    const back = encodeURIComponent(`${one.origin}/logout`)
    const page = await one.open(
      `${one.protocol}/logout?client_id=support-console&post_logout_redirect_uri=${back}&id_token_hint=${tokens.id_token}`,
    )
    const copy = page.clone()
    expect(await copy.text()).toContain('submit-logout.js')
    const done = await submit(one, page)
    expect(done.headers.get('location')).toBe(`${one.origin}/logout`)
    expect(one.cookie('field_login')).toBeUndefined()
    expect((await one.refresh(tokens.refresh_token)).status).toBe(400)
    expect((await one.open(one.authorization())).headers.get('location')).toContain('/login-actions/')
  })

  it('V10.6.2 without the ID token asks first', async () => {
    const one = browser()
    await one.signIn()
    const page = await one.open(`${one.protocol}/logout`)
    const html = await page.clone().text()
    expect(html).toContain('Log out of the Support Console?')
    expect(html).not.toContain('submit-logout.js')
    const done = await submit(one, page)
    expect(done.headers.get('location')).toContain('/logout/success')
  })

  it('R17 returns to registered addresses only', async () => {
    const one = browser()
    const { id_token } = await one.signIn()
    for (const address of ['http://evil.example/', one.origin, `${one.origin}/`, `${one.origin}/login`]) {
      const back = encodeURIComponent(address)
      const page = await one.open(
        `${one.protocol}/logout?post_logout_redirect_uri=${back}&id_token_hint=${id_token}`,
      )
      expect(page.status).toBe(400)
    }
  })
})
