import {
  accessTokenOf,
  askedSince,
  cookiesOf,
  endLoginElsewhere,
  enterPassword,
  expectSignedIn,
  lastAsked,
  logOut,
  refreshIsOver,
  tokenCallsSince,
} from './support/session.ts'
import { accounts, expect, test } from './support/world.ts'

test('2.3 4 a visitor signs in by the provider’s page and comes back to where they wanted to go', async ({
  page,
  world,
}) => {
  const before = await lastAsked(world)
  await page.goto(`${world.consoleUrl}/sim-detail?simId=8901170000000000013`)
  await page.waitForURL((url) => url.href.startsWith(world.fieldUrl))
  const asked = new URL(page.url())
  await enterPassword(page)
  await page.waitForURL(`${world.consoleUrl}/sim-detail?simId=8901170000000000013`)
  await expectSignedIn(page)
  // Login required, then the code, then user info (4), and only then the token is stored.
  const paths = (await askedSince(world, before)).map(
    ({ method, path }) => `${method} ${path.split('/').pop()}`,
  )
  expect(paths.indexOf('POST token')).toBeGreaterThan(-1)
  expect(paths.indexOf('GET userinfo')).toBeGreaterThan(paths.indexOf('POST token'))
  expect(asked.href).not.toContain('token')
})

test('9 the sign-on asks with state, nonce and an S256 challenge', async ({ page, world }) => {
  const asking = page.waitForRequest((request) => request.url().includes('/protocol/openid-connect/auth?'))
  await page.goto(`${world.consoleUrl}/sim-detail`)
  const query = new URL((await asking).url()).searchParams
  expect(query.get('response_type')).toBe('code')
  expect(query.get('code_challenge_method')).toBe('S256')
  expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  expect(query.get('state')).toBeTruthy()
  expect(query.get('nonce')).toBeTruthy()
  expect(query.get('redirect_uri')).toBe(`${world.consoleUrl}/login`)
})

for (const [given, expected] of [
  ['', '/'],
  ['/login', '/'],
  ['/logout', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['/sim-detail', '/sim-detail'],
  ['/sim-detail?simId=8914800000000000014', '/sim-detail?simId=8914800000000000014'],
] as const) {
  test(`2.3 R6 return-url '${given}' leads to ${expected}, before and after sign-on`, async ({
    page,
    world,
  }) => {
    const login = `${world.consoleUrl}/login?return-url=${encodeURIComponent(given)}`
    await page.goto(login)
    await enterPassword(page)
    await page.waitForURL(world.consoleUrl + expected)
    await expectSignedIn(page)
    // Already logged in: no way over the provider's page.
    await page.goto(login)
    await page.waitForURL(world.consoleUrl + expected)
    await expectSignedIn(page)
  })
}

test('2.3 Back from the sign-on page leads to where the visitor was, not into a loop', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^SIM Information/ })
    .click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.goBack()
  await page.waitForURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
})

test('2.3 a reload keeps the sign-on, again and again', async ({ page, world }) => {
  await world.signIn(page, accounts.support, '/sim-detail')
  for (let i = 0; i < 4; i++) {
    await page.reload()
    await expectSignedIn(page)
    expect(page.url()).toBe(`${world.consoleUrl}/sim-detail`)
    await refreshIsOver(page)
  }
})

test('3 9 R1 R3 the cookies: names, place, life and size', async ({ page, context, world }) => {
  await world.signIn(page)
  const cookies = await cookiesOf(context, world)
  expect([...cookies.keys()].sort()).toEqual([
    'oauth-access-token',
    'oauth-access-token-duration',
    'oauth-refresh-token',
    'oauth-refresh-token-duration',
    'remember-me',
    'support-console-session',
  ])
  const thirtyDays = Date.now() / 1000 + 30 * 24 * 3600
  for (const cookie of cookies.values()) {
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Strict', httpOnly: false, secure: false })
    expect(cookie.domain.replace(/^\./, '')).toBe('localhost')
    expect(Math.abs(cookie.expires - thirtyDays)).toBeLessThan(120)
    expect(cookie.name.length + cookie.value.length).toBeLessThan(3800)
  }
  expect(cookies.get('oauth-access-token-duration')?.value).toBe('300')
  expect(Number(cookies.get('oauth-refresh-token-duration')?.value)).toBeGreaterThan(60)
  const session = JSON.parse(decodeURIComponent(cookies.get('support-console-session')?.value ?? ''))
  expect(session).toMatchObject({
    authenticated: true,
    user: { email: accounts.support },
    exp: expect.any(Number),
    roles: ['support'],
  })
  // D11: the access token stands in one cookie only.
  const token = cookies.get('oauth-access-token')?.value ?? ''
  expect([...cookies.values()].filter(({ value }) => value.includes(token))).toHaveLength(1)
})

test('R2 no token lies in the browser’s storage, or in the address', async ({ page, context, world }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await world.signIn(page, accounts.support, '/sim-detail')
  const token = (await accessTokenOf(context, world)) ?? ''
  const stored = String(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])'))
  expect(token.length).toBeGreaterThan(100)
  expect(stored).not.toContain('eyJ')
  expect(addresses.filter((address) => address.includes('eyJ'))).toEqual([])
})

test('D13 whoever is not to be remembered has cookies that end with the browser', async ({
  page,
  context,
  world,
}) => {
  await world.signIn(page)
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByLabel('Keep me signed in on this device').uncheck()
  await expect.poll(async () => (await cookiesOf(context, world)).get('remember-me')?.value).toBe('false')
  for (const cookie of (await cookiesOf(context, world)).values()) expect(cookie.expires).toBe(-1)
  // It holds for the refreshed cookies too, and for the next sign-on on this device.
  await page.reload()
  await expectSignedIn(page)
  for (const cookie of (await cookiesOf(context, world)).values()) expect(cookie.expires).toBe(-1)
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByLabel('Keep me signed in on this device').check()
  await expect.poll(async () => (await cookiesOf(context, world)).get('remember-me')?.value).toBe('true')
  for (const cookie of (await cookiesOf(context, world)).values()) expect(cookie.expires).toBeGreaterThan(0)
})

test('2.3 R8 logout goes by the provider, clears everything and comes back home', async ({
  page,
  context,
  world,
}) => {
  await world.signIn(page, accounts.support, '/sim-detail')
  const before = await lastAsked(world)
  const leaving = page.waitForRequest((request) => request.url().includes('/protocol/openid-connect/logout'))
  await logOut(page)
  expect(new URL((await leaving).url()).searchParams.get('id_token_hint')).toBeTruthy()
  await page.waitForURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
  const paths = (await askedSince(world, before)).map(({ path }) => path.split('/').pop())
  expect(paths).toContain('revoke')
  // The provider's login is over too: signing in asks for the password again.
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('R8 logout after a reload still knows the ID token', async ({ page, world }) => {
  await world.signIn(page)
  await page.reload()
  await expectSignedIn(page)
  await refreshIsOver(page)
  const leaving = page.waitForRequest((request) => request.url().includes('/protocol/openid-connect/logout'))
  await page.goto(`${world.consoleUrl}/logout`)
  expect(new URL((await leaving).url()).searchParams.get('id_token_hint')).toBeTruthy()
  await page.waitForURL(`${world.consoleUrl}/`)
})

test('R4 R8 a logout in the middle of a refresh ends the login all the same', async ({
  page,
  context,
  world,
}) => {
  await world.signIn(page)
  let isHeld = false
  await page.route('**/protocol/openid-connect/token', async (route) => {
    if (isHeld) return route.continue()
    await route.fetch()
    isHeld = true
  })
  await page.reload()
  await expect.poll(() => isHeld).toBe(true)
  const leaving = page.waitForRequest((request) => request.url().includes('/protocol/openid-connect/logout'))
  // The page goes on to the provider by itself while it is still loading.
  await page.goto(`${world.consoleUrl}/logout`).catch(() => undefined)
  expect(new URL((await leaving).url()).searchParams.get('id_token_hint')).toBeTruthy()
  await page.waitForURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
})

test('2.3 /logout leads home when nobody is logged in', async ({ page, world }) => {
  await page.goto(`${world.consoleUrl}/logout`)
  await page.waitForURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
})

test('R8 a logout while the provider is away signs out here and says so', async ({
  page,
  context,
  world,
}) => {
  await world.signIn(page)
  await world.field.stop('SIGKILL')
  await logOut(page)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'You are signed out of the console, but the sign-on service could not be reached. Close the browser if others use this machine.',
  )
  expect((await cookiesOf(context, world)).size).toBe(0)
})

test('R8 a logout after the login has ended elsewhere asks for a token once, and comes back home', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install()
  await world.signIn(page)
  await endLoginElsewhere(context, world)
  // Past the token's end without the watcher having looked: as after a laptop's sleep.
  await page.clock.pauseAt(Date.now() + 5000)
  await page.evaluate('const now = Date.now; Date.now = () => now() + 600_000')
  const before = await lastAsked(world)
  const leaving = page.waitForRequest((request) => request.url().includes('/protocol/openid-connect/logout'))
  await logOut(page)
  expect(new URL((await leaving).url()).searchParams.get('id_token_hint')).toBeTruthy()
  expect(await tokenCallsSince(world, before)).toBe(1)
  await page.clock.resume()
  await page.waitForURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
})

test('D8 the logout’s entry and the end of the session at the server are one transaction', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  const idOf = async (path: string) =>
    (await page.waitForRequest(`**/api${path}`)).headers()['x-transaction-id']
  const ids = Promise.all([idOf('/activity/v1/activitylog'), idOf('/session/v1/end')])
  const ended = page.waitForResponse('**/api/session/v1/end')
  await logOut(page)
  const [entry, end] = await ids
  expect(entry).toMatch(/^[0-9a-f-]{36}$/)
  expect(end).toBe(entry)
  expect((await ended).status()).toBe(200)
})

test('8 R7 a nonce that does not fit leaves no cookie and says Unable to authenticate!', async ({
  page,
  context,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.route('**/protocol/openid-connect/token', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as Record<string, string>
    const [header = '', payload = '', signature = ''] = (body.id_token ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claims, nonce: 'another' })).toString('base64url')
    await route.fulfill({ response: answer, json: { ...body, id_token: `${header}.${forged}.${signature}` } })
  })
  await enterPassword(page)
  await expect(page.getByText('Unable to authenticate!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
  await page.unroute('**/protocol/openid-connect/token')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(page)
})

test('R7 an answer with an unknown state begins a new sign-on, without a loop', async ({ page, world }) => {
  await page.goto(`${world.consoleUrl}/login#state=unknown&code=made-up&iss=x`)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await enterPassword(page)
  await page.waitForURL(`${world.consoleUrl}/`)
  await expectSignedIn(page)
})

test('8 a refusal of the provider stops at Unable to authenticate!', async ({ page, world }) => {
  await page.route('**/protocol/openid-connect/auth?**', async (route) => {
    const query = new URL(route.request().url()).searchParams
    const state = query.get('state')
    await route.fulfill({
      status: 302,
      headers: {
        location: `${world.consoleUrl}/login#error=access_denied&error_description=Not%20today&state=${state}`,
      },
    })
  })
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(page.getByText('Unable to authenticate!')).toBeVisible()
  await expect(page.getByText('Not today')).toBeVisible()
})

test('4 user info that cannot be loaded stores no token', async ({ page, context, world }) => {
  await page.route('**/protocol/openid-connect/userinfo', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await enterPassword(page)
  await expect(page.getByText('Unable to authenticate!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
})

test('R3 a token too large for a cookie is named, not dropped', async ({ page, context, world }) => {
  await page.route('**/protocol/openid-connect/token', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as Record<string, string>
    const [header = '', payload = '', signature = ''] = (body.access_token ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const large = Buffer.from(JSON.stringify({ ...claims, groups: 'x'.repeat(4000) })).toString('base64url')
    await route.fulfill({
      response: answer,
      json: { ...body, access_token: `${header}.${large}.${signature}` },
    })
  })
  await page.route('**/protocol/openid-connect/userinfo', (route) =>
    route.fulfill({ json: { sub: 'x', email: 'support@example.com' }, headers: cors(world.consoleUrl) }),
  )
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await enterPassword(page)
  await expect(page.getByText(/too many roles/)).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
})

test('2.3 a provider that is away is said, instead of a browser’s error page', async ({ page, world }) => {
  await world.field.stop('SIGKILL')
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(page.getByText('The sign-on service cannot be reached.')).toBeVisible()
  await world.field.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await enterPassword(page)
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
})

test('R25 an insecure address is said before anybody tries to sign in', async ({ page, world }) => {
  await page.addInitScript("Object.defineProperty(window, 'isSecureContext', { value: false })")
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(page.getByText('Unable to authenticate!')).toBeVisible()
  await expect(page.getByText('Sign-on works only at a secure address.')).toBeVisible()
})

test('2.3 a browser that refuses storage, but not cookies, signs in, keeps the sign-on and signs out', async ({
  page,
  context,
  world,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied', 'SecurityError') } })`)
  await page.goto(`${world.consoleUrl}/`)
  await page.getByRole('link', { name: 'Login' }).first().click()
  await enterPassword(page)
  await page.waitForURL(`${world.consoleUrl}/`)
  await expectSignedIn(page)
  await page.reload()
  await expectSignedIn(page)
  await logOut(page)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
  expect(errors).toEqual([])
})

test('2.3 a browser that refuses cookies is told so before anybody types a password', async ({
  page,
  world,
}) => {
  await page.addInitScript("Object.defineProperty(navigator, 'cookieEnabled', { value: false })")
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(page.getByText('Unable to authenticate!')).toBeVisible()
  await expect(page.getByText('This browser does not keep cookies for this site')).toBeVisible()
})

test('4 user info that gets lost once does not fail the sign-on', async ({ page, world }) => {
  await page.route('**/protocol/openid-connect/userinfo', (route) => route.abort(), { times: 1 })
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await enterPassword(page)
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(page)
})

test('6 a stored token that is worth nothing is deleted', async ({ page, context, world }) => {
  const url = world.consoleUrl
  await context.addCookies([
    { url, name: 'oauth-access-token', value: 'nonsense' },
    { url, name: 'oauth-access-token-duration', value: '300' },
  ])
  await page.goto(`${url}/login`)
  await expect(page.getByText('Unable to authenticate!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
})

const cors = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
})
