import { answerNextCalls } from './support/next-calls.ts'
import { reconnecting } from './support/reconnecting.ts'
import {
  askedSince,
  cookiesOf,
  enterPassword,
  expectSignedIn,
  lastAsked,
  logOut,
  withClaims,
} from './support/session.ts'
import { test } from './support/test.ts'
import { expect } from './support/world.ts'

test('8 R7 a nonce that does not fit leaves no cookie and says Unable to authenticate!', async ({
  page,
  context,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.route('**/protocol/openid-connect/token', async (route) => {
    const answer = await route.fetch(reconnecting)
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
    const answer = await route.fetch(reconnecting)
    await route.fulfill({
      response: answer,
      json: withClaims(await answer.json(), { groups: 'x'.repeat(4000) }),
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

test('R10 an account without e-mail gets one page that says so, at the sign-on and when a renewal shows it', async ({
  page,
  context,
  world,
}) => {
  const takeEmail = async () => {
    await page.route('**/protocol/openid-connect/token', async (route) => {
      const answer = await route.fetch(reconnecting)
      await route.fulfill({ response: answer, json: withClaims(await answer.json(), { email: undefined }) })
    })
    await page.route('**/protocol/openid-connect/userinfo', (route) =>
      route.fulfill({ json: { sub: 'x', name: 'Support Desk' }, headers: cors(world.consoleUrl) }),
    )
  }
  const because = page.getByText('The account Support Desk has no email address at the sign-on service')
  await takeEmail()
  const before = await lastAsked(world)
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await enterPassword(page)
  await expect(because).toBeVisible()
  const asked = await askedSince(world, before)
  expect(asked.filter(({ path }) => path.endsWith('/openid-connect/auth'))).toHaveLength(1)
  expect((await cookiesOf(context, world)).size).toBe(0)

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(page)
  await takeEmail()
  await page.reload()
  await expect(because).toBeVisible()
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
  await answerNextCalls(page, '**/protocol/openid-connect/userinfo', (route) => route.abort())
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
