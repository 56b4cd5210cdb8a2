import { accessTokenOf, cookiesOf, expectSignedIn } from './support/session.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test('3 9 R1 R3 the cookies: names, place, life and size', async ({ page, context, world }) => {
  await world.signOn(page)
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
  await world.signOn(page, accounts.support, '/sim-detail')
  const token = (await accessTokenOf(context, world)) ?? ''
  const stored = String(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])'))
  expect(token.length).toBeGreaterThan(100)
  const jwt = /eyJ[\w-]+\.eyJ[\w-]+\./
  expect(token).toMatch(jwt)
  expect(stored).not.toMatch(jwt)
  expect(addresses.filter((address) => jwt.test(address))).toEqual([])
})

test('D13 anyone who is not to be remembered has cookies that end with the browser', async ({
  page,
  context,
  world,
}) => {
  await world.signOn(page)
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
