import { expectAccessible } from './support/accessibility.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

const configuration = '**/api/configuration/v1/runtime'
/** Milliseconds: no wait between two tries to reach the server is longer. */
const longestWait = 15_000

test('8 a page that fails shows ErrorDuringRendering in its place, and the frame lives on', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  // What a new release or a cut line does to a page that was opened before it.
  await page.route(/\/assets\/(?!index)[^/]+\.js$/, (route) => route.abort())
  const menu = page.getByRole('navigation', { name: 'Screens' })
  await menu.getByRole('link', { name: 'SIM Information' }).click()
  await expect(page.getByRole('alert').getByRole('heading', { name: 'ErrorDuringRendering' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Welcome to the Installer Services Support Console',
  )
  await expect(page.getByRole('alert')).toBeHidden()

  // robustness 1: so it does where only the style sheet is missing; no call was made that an id could name.
  await page.unrouteAll()
  await page.route(/\/assets\/(?!index)[^/]+\.css$/, (route) => route.abort())
  await menu.getByRole('link', { name: 'CSR Management' }).click()
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
  await expect(page.getByRole('alert')).not.toContainText('Transaction ID')
  await menu.getByRole('link', { name: 'Home' }).click()

  await page.unrouteAll()
  await menu.getByRole('link', { name: 'SIM Information' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Compare' })).toBeVisible()
})

test('8, R32 a page that fails while it is drawn gives an id to copy, the one in the console of the browser', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await world.signIn(page, accounts.support, '/csr-management')
  // The clock that the next page reads is broken.
  await page.evaluate("Date.prototype.getTimezoneOffset = () => { throw new Error('no clock') }")
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).click()
  const failure = page.getByRole('alert')
  await expect(failure.getByRole('heading', { name: 'ErrorDuringRendering' })).toBeVisible()
  await expectAccessible(page)
  await failure.getByRole('button', { name: 'Copy Transaction ID' }).click()
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
  await expect.poll(copied).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const id = await copied()
  await expect(failure.locator('code')).toHaveText(id)
  expect(said.filter((line) => line.includes(id))).not.toEqual([])
})

test('D16, R32 when it cannot be said what someone may do, the page says why, by which transaction, and asks again', async ({
  page,
  world,
}) => {
  const access = '**/api/session/v1/access'
  const transactionId = '79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff'
  await world.signIn(page)
  await page.route(access, (route) =>
    route.fulfill({
      status: 500,
      headers: { 'X-Transaction-Id': transactionId },
      json: { status: 'Error', message: 'Something went wrong here. Try again.', data: null },
    }),
  )
  await page.goto(`${world.consoleUrl}/csr-management`)
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('Something went wrong here. Try again.')
  await expect(failure).toContainText(transactionId)
  await expectAccessible(page)
  await page.unroute(access)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
})

test("2.3, 8 when the frame itself fails the router's screen reads 'Unexpected Application Error!'", async ({
  page,
  world,
}) => {
  // A server of another release may say something that this console cannot draw.
  await page.route(configuration, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    await route.fulfill({
      response: answer,
      json: { ...envelope, data: { ...envelope.data, environment: null } },
    })
  })
  await page.goto(world.consoleUrl)
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Transaction ID' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test("2.1, 8 when all else fails 'Error while rendering app' stands there, with Reload and an id to copy", async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript("history.replaceState = () => { throw new Error('the browser refuses') }")
  await page.goto(world.consoleUrl)
  await expect(page.getByRole('heading', { name: 'Error while rendering app' })).toBeVisible()
  await expectAccessible(page)
  const id = await page.locator('code').innerText()
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  await page.getByRole('button', { name: 'Copy Transaction ID' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(id)
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('D17 a server that is away at the start is waited for, and the console starts by itself when it is back', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await page.route(configuration, (route) => route.abort('connectionrefused'))
  await page.goto(world.consoleUrl)
  await expect(page.getByRole('heading', { name: 'The console cannot start' })).toBeVisible()
  await expect(page.getByText(/Trying again in \d+ s/)).toBeVisible()
  await expectAccessible(page)
  await page.unroute(configuration)
  await page.clock.fastForward(longestWait)
  await expect(page.getByRole('heading', { name: 'Please login first!!!' })).toBeVisible()
})

test('8 while the server is away the frame says so, and takes the line back when it answers again', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await world.signIn(page, 'support@example.com', '/sim-detail')
  await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible()
  await world.server.stop('SIGKILL')
  await page.getByRole('textbox', { name: 'SIM ID' }).fill('8901170000000000013')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('The server does not answer.')).toBeVisible()
  await world.server.start()
  await page.clock.fastForward(longestWait)
  await expect(page.getByText('The server does not answer.')).toBeHidden()
})

test.describe('a visit that is not waited for', () => {
  test.use({ leavesInPeace: false })

  test('2.3, 8 while the server is away the page without the frame says so too', async ({ page, world }) => {
    await page.clock.install()
    await world.signIn(page)
    // All but the configuration, without which the console would not start at all (D17).
    await page.route(
      (url) => url.pathname.startsWith('/api/') && !url.pathname.startsWith('/api/configuration/'),
      (route) => route.abort(),
    )
    await page.goto(`${world.consoleUrl}/simactivitylog`)
    const line = page.getByRole('status').filter({ hasText: 'The server does not answer.' })
    await expect(line).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await page.clock.fastForward(longestWait)
    await expect(line).toBeHidden()
    await expect(
      page.getByRole('main', { name: 'Sim Activity Logs' }).getByRole('heading').last(),
    ).toBeVisible()
  })
})

test("2.3, R7 a sign-on that fails stops at 'Unable to authenticate!' with a way to try again", async ({
  page,
  world,
}) => {
  const codeExchange = '**/protocol/openid-connect/token'
  await page.goto(`${world.consoleUrl}/login?return-url=%2Fcsr-management`)
  await page.route(codeExchange, (route) => route.abort())
  await page.getByLabel('Email').fill('support@example.com')
  await page.getByLabel('Password', { exact: true }).fill('console')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Unable to authenticate!' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(codeExchange)
  // The sign-on service knows the person already: trying again leads to where they wanted to go.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virtual CSR Management')
  await expect(page).toHaveURL(`${world.consoleUrl}/csr-management`)
})
