import type { BrowserContext, Page } from '@playwright/test'
import { reconnecting } from './support/reconnecting.ts'
import {
  accessTokenOf,
  cookiesOf,
  endLoginElsewhere,
  enterPassword,
  expectSignedIn,
  lastAsked,
  logOut,
  refreshIsOver,
  tokenCallsSince,
} from './support/session.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

// Leaving in the middle of a refresh is what some of them are about.
test.use({ leavesInPeace: false })

/** From now on the provider gives new tokens, but the page does not have them until `release`. */
async function holdTokens(page: Page | BrowserContext) {
  const [given, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/protocol/openid-connect/token', async (route) => {
    const response = await route.fetch(reconnecting)
    given.resolve()
    await released.promise
    // A page that was left meanwhile takes no answer.
    await route.fulfill({ response }).catch(() => undefined)
  })
  return { atProvider: given.promise, release: released.resolve }
}

test('D14 R4 one refresh serves all tabs, and all go on', async ({ context, world }) => {
  const pages = [await context.newPage(), await context.newPage(), await context.newPage()] as const
  // One clock for all pages of the context.
  await context.clock.install()
  await world.signOn(pages[0])
  for (const page of pages.slice(1)) {
    await page.goto(`${world.consoleUrl}/`)
    await expectSignedIn(page)
    await refreshIsOver(page)
  }
  const token = await accessTokenOf(context, world)
  const before = await lastAsked(world)
  // All three find the refresh due at the same moment: no one has new tokens before every clock is put forward, which
  // is done page by page.
  const { atProvider, release } = await holdTokens(context)
  await context.clock.fastForward(275_000)
  await atProvider
  release()
  await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
  await context.clock.runFor(2000)
  for (const page of pages) await expectSignedIn(page)
  expect(await tokenCallsSince(world, before)).toBe(1)
})

test('D14 R4 tabs that reload at the same time stay signed in', async ({ context, world }) => {
  const pages = [await context.newPage(), await context.newPage()] as const
  await world.signOn(pages[0])
  await pages[1].goto(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(pages[1])
  for (let i = 0; i < 3; i++) {
    await refreshIsOver(pages[1])
    await Promise.all(pages.map((page) => page.reload()))
    for (const page of pages) await expectSignedIn(page)
  }
  expect((await cookiesOf(context, world)).size).toBe(6)
})

test('D14 signing out in one tab signs out the other at once', async ({ context, world }) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await world.signOn(one)
  await other.goto(`${world.consoleUrl}/`)
  await expectSignedIn(other)
  const cleared = expect.poll(async () => (await cookiesOf(context, world)).size, { intervals: [20] }).toBe(0)
  await logOut(one)
  await cleared
  await expect(other.getByText('Please login first!!!')).toBeVisible()
  await expect(one.getByText('Please login first!!!')).toBeVisible()
})

test('D14 R8 a refresh under way in another tab does not undo a logout, nor hide it there', async ({
  context,
  world,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await world.signOn(one)
  const token = await accessTokenOf(context, world)
  await other.goto(`${world.consoleUrl}/`)
  await expectSignedIn(other)
  // The start's refresh (4) has been, before the lock says that none is under way.
  await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
  await refreshIsOver(other)
  const { atProvider, release } = await holdTokens(other)
  await other.reload()
  await atProvider
  await logOut(one)
  await expect(other.getByText('Please login first!!!')).toBeVisible()
  await expect(one.getByText('Please login first!!!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
  const arrived = other.waitForResponse('**/protocol/openid-connect/token')
  release()
  await (await arrived).finished()
  const locks = 'navigator.locks.query().then(({ held }) => held.map(({ name }) => name))'
  await expect.poll(() => other.evaluate(locks)).not.toContain('support-console-refresh')
  expect((await cookiesOf(context, world)).size).toBe(0)
  await expect(other.getByText('Please login first!!!')).toBeVisible()
})

test('D14 a screen of the other tab asks for the password after a logout, and takes up what the next sign-on brings', async ({
  context,
  world,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await world.signOn(one)
  await other.goto(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(other)
  await logOut(one)
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(one.getByText('Please login first!!!')).toBeVisible()
  // Signing in there is seen here.
  await enterPassword(other)
  await other.waitForURL(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(one)
})

test('D14 another user’s sign-on in another tab leaves nothing of the former one', async ({
  context,
  world,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  // A sign-on page that was left open is used after someone else has signed in beside it.
  await one.goto(`${world.consoleUrl}/login`)
  await expect(one.getByLabel('Password', { exact: true })).toBeVisible()
  await world.signOn(other, accounts.support, '/sim-detail')
  await other.getByRole('textbox', { name: 'SIM ID' }).fill('89011700')
  await other.evaluate('window.isFormersPage = true')
  await enterPassword(one, accounts.engineer)
  await one.waitForURL(`${world.consoleUrl}/`)
  await expect(one.getByRole('main').getByText(accounts.engineer)).toBeVisible()
  await other.waitForFunction(() => !('isFormersPage' in window))
  await expect(other.getByRole('button', { name: 'Profile of Erin Engineer' })).toBeVisible()
  expect(other.url()).toBe(`${world.consoleUrl}/sim-detail`)
  await expect(other.getByRole('textbox', { name: 'SIM ID' })).toHaveValue('')
})

test('D14 a refresh under way for one user does not undo another user’s sign-on', async ({
  context,
  world,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await one.goto(`${world.consoleUrl}/login`)
  await expect(one.getByLabel('Password', { exact: true })).toBeVisible()
  await world.signOn(other)
  const { atProvider, release } = await holdTokens(other)
  await other.reload()
  await atProvider
  await enterPassword(one, accounts.engineer)
  await one.waitForURL(`${world.consoleUrl}/`)
  // A page in the background paints nothing.
  await expect(other.getByRole('main').getByText(accounts.engineer)).toBeAttached()
  release()
  for (const page of [one, other]) {
    await refreshIsOver(page)
    await page.reload()
    await expect(page.getByRole('main').getByText(accounts.engineer)).toBeVisible()
  }
})

test('R4 a tab that is closed in the middle of a refresh does not take the others with it', async ({
  context,
  world,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await context.clock.install()
  await world.signOn(other)
  let isHeld = false
  await one.route('**/protocol/openid-connect/token', () => {
    isHeld = true
  })
  await one.goto(`${world.consoleUrl}/`)
  await expect.poll(() => isHeld).toBe(true)
  await one.close()
  const token = await accessTokenOf(context, world)
  await context.clock.fastForward(271_000)
  // It waits whether someone else finishes what was begun, and then goes by the provider's own login.
  await expect
    .poll(
      async () => {
        await context.clock.fastForward(1000)
        return accessTokenOf(context, world)
      },
      { intervals: [100] },
    )
    .not.toBe(token)
  await other.waitForURL(`${world.consoleUrl}/`)
  await expectSignedIn(other)
})

test('9 a login that ended elsewhere is seen by the login iframe', async ({ page, context, world }) => {
  await world.signOn(page)
  await expect(page.locator('iframe[title="keycloak-session-iframe"]')).toBeAttached()
  await endLoginElsewhere(context, world)
  await context.clearCookies({ name: /field/ })
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible({ timeout: 60_000 })
})

test('8 a browser that blocks third-party cookies is warned of, and of nothing else', async ({
  page,
  world,
}) => {
  const said: string[] = []
  page.on('console', (message) => message.text().includes('KEYCLOAK') && said.push(message.text()))
  await page.route('**/3p-cookies/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>parent.postMessage('unsupported', '*')</script>`,
    }),
  )
  await world.signOn(page)
  await expect.poll(() => said).toEqual([expect.stringMatching('blocking access to 3rd-party cookies')])
  await expectSignedIn(page)
})

test('9 without an answer of the iframe’s page the sign-on works all the same', async ({ page, world }) => {
  await page.route('**/3p-cookies/**', (route) => route.abort())
  await world.signOn(page)
  await page.reload()
  await expectSignedIn(page)
})
