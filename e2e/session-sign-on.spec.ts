import { askedSince, enterPassword, expectSignedIn, lastAsked, refreshIsOver } from './support/session.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test('2.3, 4, 9 a visitor signs in by the provider’s page, asked with state, nonce and an S256 challenge, and comes back to where they wanted to go', async ({
  page,
  world,
}) => {
  const before = await lastAsked(world)
  const asking = page.waitForRequest((request) => request.url().includes('/protocol/openid-connect/auth?'))
  await page.goto(`${world.consoleUrl}/sim-detail?simId=8901170000000000013`)
  const query = new URL((await asking).url()).searchParams
  expect(query.get('response_type')).toBe('code')
  expect(query.get('code_challenge_method')).toBe('S256')
  expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  expect(query.get('state')).toBeTruthy()
  expect(query.get('nonce')).toBeTruthy()
  expect(query.get('redirect_uri')).toBe(`${world.consoleUrl}/login`)
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

// Every other kind of address: return-url.test.ts.
for (const [given, expected] of [
  ['/login', '/'],
  ['//evil.example/x', '/'],
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
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^SIM Information/ })
    .click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.goBack()
  await page.waitForURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
})

test('2.3 a reload keeps the sign-on, again and again', async ({ page, world }) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  for (let i = 0; i < 4; i++) {
    await page.reload()
    await expectSignedIn(page)
    expect(page.url()).toBe(`${world.consoleUrl}/sim-detail`)
    await refreshIsOver(page)
  }
})
