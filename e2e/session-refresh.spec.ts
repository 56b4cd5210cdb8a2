import type { Page } from '@playwright/test'
import { permissionsOf } from '../packages/contract/src/permissions.ts'
import { reconnecting } from './support/reconnecting.ts'
import {
  accessTokenOf,
  cookiesOf,
  endLoginElsewhere,
  enterPassword,
  expectSignedIn,
  lastAsked,
  refreshIsOver,
  tokenCallsSince,
  withClaims,
} from './support/session.ts'
import { settled } from './support/sim-information.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

// Leaving in the middle of a refresh is what some of them are about.
test.use({ leavesInPeace: false })

const simId = '8901170000000000013'
const atProvider = '**/protocol/openid-connect/token'

test('4, 7 a refresh is made at once on start, a form with a Basic header whose secret is empty, and again 30 s before the token ends', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install()
  await world.signOn(page)
  const before = await lastAsked(world)
  // The page's clock stands still but for what the test gives it.
  await page.clock.pauseAt(Date.now() + 15_000)
  const refreshing = page.waitForRequest((request) =>
    request.url().endsWith('/protocol/openid-connect/token'),
  )
  await page.reload()
  const request = await refreshing
  expect(request.method()).toBe('POST')
  expect(await request.headerValue('content-type')).toContain('application/x-www-form-urlencoded')
  expect(await request.headerValue('authorization')).toBe(`Basic ${btoa('support-console:')}`)
  const form = new URLSearchParams(request.postData() ?? '')
  expect([...form.keys()].sort()).toEqual(['client_id', 'grant_type', 'refresh_token'])
  expect(form.get('grant_type')).toBe('refresh_token')
  await expect.poll(() => tokenCallsSince(world, before)).toBe(1)
  await refreshIsOver(page)
  const token = await accessTokenOf(context, world)
  await page.clock.runFor(268_000)
  expect(await tokenCallsSince(world, before)).toBe(1)
  await page.clock.runFor(3000)
  await expect.poll(() => tokenCallsSince(world, before)).toBe(2)
  await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
  await expectSignedIn(page)
})

test('R5 D12 after a night’s sleep the refresh comes first, then the call', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install()
  await world.signOn(page, accounts.support, '/sim-detail')
  const old = await accessTokenOf(context, world)
  await page.getByRole('textbox', { name: 'SIM ID' }).fill(simId)
  const order: string[] = []
  let bearer: string | undefined
  page.on('request', (request) => {
    if (request.url().endsWith('/token')) order.push('token')
    if (!request.url().includes('/simdetail/')) return
    order.push('call')
    bearer ??= request.headers().authorization
  })
  await page.clock.fastForward('08:00:00')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect.poll(() => order).toContain('call')
  expect(order[0]).toBe('token')
  expect(bearer).not.toBe(`Bearer ${old}`)
  await expectSignedIn(page)
  await expect(page).toHaveURL(/\/sim-detail/)
})

test('4 8 D12 a refresh refused with 400 leads to /login and back, with what was typed', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install()
  await world.signOn(page, accounts.support, '/sim-detail')
  await page.getByRole('textbox', { name: 'SIM ID' }).fill('89011700')
  await endLoginElsewhere(context, world)
  const atLogin = page.waitForURL(/\/login\?return-url=%2Fsim-detail/)
  await page.clock.fastForward(271_000)
  await atLogin
  await page.waitForURL((url) => url.pathname === '/sim-detail' || url.href.startsWith(world.fieldUrl))
  // Where the provider still knows the person there is no question; otherwise the password is asked for.
  if (page.url().startsWith(world.fieldUrl)) await enterPassword(page)
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(page)
  await expect(page.getByRole('textbox', { name: 'SIM ID' })).toHaveValue('89011700')
})

test('R1 8 a forced sign-out clears the cookies also where the browser’s storage is full', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install()
  await world.signOn(page, accounts.support, '/sim-detail')
  await page.getByRole('textbox', { name: 'SIM ID' }).fill('89011700')
  await page.evaluate(
    "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }",
  )
  await endLoginElsewhere(context, world)
  await context.clearCookies({ name: /field/ })
  await page.clock.fastForward(271_000)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
})

test('D12 what one user typed does not come back for another', async ({ page, context, world }) => {
  await page.clock.install()
  await world.signOn(page, accounts.support, '/sim-detail')
  await page.getByRole('textbox', { name: 'SIM ID' }).fill('89011700')
  await endLoginElsewhere(context, world)
  await context.clearCookies({ domain: 'localhost', name: /field/ })
  await page.clock.fastForward(271_000)
  await enterPassword(page, accounts.engineer)
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(page)
  await expect(page.getByRole('textbox', { name: 'SIM ID' })).toHaveValue('')
})

test('D12 a deliberate logout forgets what was typed', async ({ page, world }) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  await page.getByRole('textbox', { name: 'SIM ID' }).fill('89011700')
  await page.goto(`${world.consoleUrl}/logout`)
  await page.waitForURL(`${world.consoleUrl}/`)
  await world.signOn(page, accounts.support, '/sim-detail')
  await expect(page.getByRole('textbox', { name: 'SIM ID' })).toHaveValue('')
})

for (const [what, answer] of [
  ['500', { status: 500, body: '{"error":"server_error"}' }],
  ['401', { status: 401, body: '{"error":"invalid_client"}' }],
] as const) {
  test(`R5 a refresh answered with ${what} keeps the sign-on, says so and recovers`, async ({
    page,
    context,
    world,
  }) => {
    await page.clock.install()
    await world.signOn(page, accounts.support, '/sim-detail')
    await expect(page.getByRole('textbox', { name: 'SIM ID' })).toBeVisible()
    const headers = {
      'access-control-allow-origin': world.consoleUrl,
      'access-control-allow-credentials': 'true',
    }
    await page.route(atProvider, (route) => route.fulfill({ ...answer, headers }))
    await page.clock.fastForward(271_000)
    await expect(page.getByText('The sign-on service cannot be reached, so calls are waiting.')).toBeVisible()
    expect((await cookiesOf(context, world)).size).toBe(6)
    await page.getByRole('textbox', { name: 'SIM ID' }).fill(simId)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.unroute(atProvider)
    await expect(page.getByText('The sign-on service cannot be reached')).toBeHidden({ timeout: 60_000 })
    // D12: the call waited and is made now.
    await expect(page.getByText('Harbor Security').first()).toBeVisible()
    await expectSignedIn(page)
  })
}

test('R18 an answer that gets lost is not asked for again with the same token: the provider’s login helps', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install()
  await world.signOn(page, accounts.support, '/sim-detail')
  await page.getByRole('textbox', { name: 'SIM ID' }).fill('89011700')
  const token = await accessTokenOf(context, world)
  await world.fault({ system: 'sign-on', fault: 'cut', times: 1 })
  await page.clock.fastForward(271_000)
  await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(page)
  await expect(page.getByRole('textbox', { name: 'SIM ID' })).toHaveValue('89011700')
})

test('R5 the provider’s restart under an open page goes unnoticed but for a line', async ({
  page,
  world,
}) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  await world.field.stop('SIGKILL')
  await page.reload()
  await expect(page.getByText('The sign-on service cannot be reached')).toBeVisible()
  await expectSignedIn(page)
  await world.field.start()
  await expect(page.getByText('The sign-on service cannot be reached')).toBeHidden({ timeout: 60_000 })
  await expect(page).toHaveURL(`${world.consoleUrl}/sim-detail`)
})

test('2.3 D12 a token that has expired and cannot be renewed makes screens redirect to /; afterwards the person is back with what was typed', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install()
  await world.signOn(page, accounts.support, '/sim-detail')
  await page.getByRole('textbox', { name: 'SIM ID' }).fill('89011700')
  for (const isLoginOver of [false, true]) {
    await page.route(atProvider, (route) => route.abort())
    await page.clock.fastForward('00:20:00')
    await page.waitForURL(`${world.consoleUrl}/`)
    await expect(page.getByText('Your session has expired.')).toBeVisible()
    if (isLoginOver) {
      await endLoginElsewhere(context, world)
      await context.clearCookies({ name: /field/ })
    }
    await page.unroute(atProvider)
    if (isLoginOver) await enterPassword(page)
    await page.waitForURL(`${world.consoleUrl}/sim-detail`)
    await expectSignedIn(page)
    await expect(page.getByRole('textbox', { name: 'SIM ID' })).toHaveValue('89011700')
  }
})

test('6 D16 roles that a new token no longer has are gone from the menu and the page', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await world.signOn(page, accounts.engineer, '/company')
  const menu = page.getByRole('navigation', { name: 'Screens' })
  await expect(menu.getByRole('link', { name: 'Company Management' })).toBeVisible()
  // The field's people keep their roles: what the provider and the server say of fewer is put in their mouths.
  await page.route(atProvider, async (route) => {
    const answer = await route.fetch(reconnecting)
    const roles = { 'support-console': { roles: ['auditor'] } }
    await route.fulfill({
      response: answer,
      json: withClaims(await answer.json(), { resource_access: roles }),
    })
  })
  await page.route('**/api/session/v1/access', async (route) => {
    const [, claims = ''] = (route.request().headers().authorization ?? '').split('.')
    const { resource_access } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const { roles } = resource_access['support-console']
    const data = { email: accounts.engineer, roles, permissions: [...permissionsOf(roles, 'test')] }
    await route.fulfill({ json: { status: 'Success', message: '', data } })
  })
  await page.clock.fastForward(271_000)
  await expect(page.getByText("Sorry, you don't have access to this page.")).toBeVisible()
  await expect(menu.getByRole('link', { name: 'User Action Detail' })).toBeVisible()
  // Another refresh may be under way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** A reload whose refresh the provider has answered, and the page has not read: it is gone before, or held up. */
async function cutRefreshOff(page: Page): Promise<void> {
  let isSpent = false
  await page.route(atProvider, async (route) => {
    if (isSpent) return route.continue()
    await route.fetch(reconnecting)
    isSpent = true
  })
  await page.reload()
  await expect.poll(() => isSpent).toBe(true)
}

test('R4 R18 a reload in the middle of a refresh keeps the sign-on', async ({ page, context, world }) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  const token = await accessTokenOf(context, world)
  await cutRefreshOff(page)
  // The page goes on to the provider by itself while it is still loading.
  await page.reload().catch(() => undefined)
  await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
  await expectSignedIn(page)
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
  await page.reload()
  await expectSignedIn(page)
  expect((await cookiesOf(context, world)).size).toBe(6)
})

for (const { visit, path, kept } of [
  { visit: 'a visit of /login', path: '/login?return-url=%2Fcsr-management' },
  { visit: 'a reload on the way back from the provider', path: '/login', kept: '/csr-management' },
])
  test(`R6 R18 ${visit} that cuts a refresh off ends on its return-url, by the provider’s login`, async ({
    page,
    context,
    world,
  }) => {
    await world.signOn(page)
    const token = await accessTokenOf(context, world)
    await cutRefreshOff(page)
    // 'commit': the page goes on to the provider by itself while it is still loading.
    if (kept) {
      await page.evaluate(`sessionStorage.setItem('support-console:return-url', '${kept}')`)
      await page.evaluate(`history.replaceState(null, '', '${path}')`)
      await page.reload({ waitUntil: 'commit' })
    } else await page.goto(world.consoleUrl + path, { waitUntil: 'commit' })
    await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
    await expect(page).toHaveURL(`${world.consoleUrl}/csr-management`)
    await expectSignedIn(page)
  })

test('R6 R18 it ends there also where the provider takes its time', async ({ page, context, world }) => {
  await page.clock.install()
  await world.signOn(page)
  const token = await accessTokenOf(context, world)
  await cutRefreshOff(page)
  // It is asked twice whether it is there: before the page makes ready to leave for it, and before the page leaves.
  const asked = Array.from({ length: 2 }, () => Promise.withResolvers<() => void>())
  let times = 0
  await page.route('**/protocol/openid-connect/certs', (route) => {
    asked[times++]?.resolve(() => void route.continue())
  })
  await page.goto(`${world.consoleUrl}/login?return-url=%2Fcsr-management`, { waitUntil: 'commit' })
  await expect(page).toHaveURL(`${world.consoleUrl}/csr-management`)
  const [first, second] = asked
  const goOn = await first?.promise
  goOn?.()
  const leave = await second?.promise
  await page.clock.fastForward(5000)
  leave?.()
  await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
  await expect(page).toHaveURL(`${world.consoleUrl}/csr-management`)
  await expectSignedIn(page)
})

test('D12 a 401 leads to one refresh and one retry, then to /login', async ({ page, world }) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  const before = await lastAsked(world)
  let refused = 0
  await page.route('**/api/siminformation/**', async (route) => {
    refused += 1
    if (refused === 1)
      await route.fulfill({ status: 401, json: { status: 'Unauthorized', message: 'no', data: null } })
    else await route.continue()
  })
  await page.getByRole('textbox', { name: 'SIM ID' }).fill(simId)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('Harbor Security').first()).toBeVisible()
  await settled(page)
  expect(await tokenCallsSince(world, before)).toBe(1)
  await page.unroute('**/api/siminformation/**')

  await page.route('**/api/siminformation/**', (route) =>
    route.fulfill({ status: 401, json: { status: 'Unauthorized', message: 'no', data: null } }),
  )
  const atLogin = page.waitForURL(/\/login\?return-url=/)
  await page.getByRole('button', { name: 'Compare' }).click()
  await atLogin
})

test('D12 a server that refuses every token: one page says so after one sign-on, and leads on when it takes them again', async ({
  page,
  world,
}) => {
  const signOns: string[] = []
  page.on('request', (request) => {
    if (/\/auth\?.*code_challenge/.test(request.url())) signOns.push(request.url())
  })
  await page.route('**/api/**', (route) =>
    route.request().url().includes('/configuration/')
      ? route.continue()
      : route.fulfill({ status: 401, json: { status: 'Unauthorized', message: 'no', data: null } }),
  )
  await page.goto(`${world.consoleUrl}/sim-detail?simId=${simId}`)
  await enterPassword(page)
  await expect(page.getByText(/the console’s server refuses the session/)).toBeVisible()
  expect(signOns).toHaveLength(1)
  expect(await cookiesOf(page.context(), world)).toEqual(new Map())
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/sim-detail?simId=${simId}`)
  await expectSignedIn(page)
})

test('2.3 a server restart under an open page', async ({ page, world }) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  await world.server.stop()
  await page.getByRole('textbox', { name: 'SIM ID' }).fill(simId)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('The server does not answer.')).toBeVisible()
  await world.server.start()
  await expect(page.getByText('The server does not answer.')).toBeHidden({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('Harbor Security').first()).toBeVisible()
})
