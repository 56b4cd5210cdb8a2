import { reconnecting } from './support/reconnecting.ts'
import {
  askedSince,
  cookiesOf,
  endLoginElsewhere,
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

test('2.3 R8 logout goes by the provider, clears everything and comes back home', async ({
  page,
  context,
  world,
}) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  const before = await lastAsked(world)
  // As a forced sign-out leaves it for another page.
  const kept = 'support-console:kept-input:'
  await page.evaluate(`sessionStorage.setItem('${kept}someone:a-form', '"typed"')`)
  const leaving = page.waitForRequest((request) => request.url().includes('/protocol/openid-connect/logout'))
  await logOut(page)
  expect(new URL((await leaving).url()).searchParams.get('id_token_hint')).toBeTruthy()
  await page.waitForURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  expect((await cookiesOf(context, world)).size).toBe(0)
  expect(
    await page.evaluate(`Object.keys(sessionStorage).filter((key) => key.startsWith('${kept}'))`),
  ).toEqual([])
  const paths = (await askedSince(world, before)).map(({ path }) => path.split('/').pop())
  expect(paths).toContain('revoke')
  // The provider's login is over too: signing in asks for the password again.
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('R8 logout after a reload still knows the ID token', async ({ page, world }) => {
  await world.signOn(page)
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
  await world.signOn(page)
  let isHeld = false
  await page.route('**/protocol/openid-connect/token', async (route) => {
    if (isHeld) return route.continue()
    await route.fetch(reconnecting)
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

test('2.3 /logout leads home when no one is logged in', async ({ page, world }) => {
  await page.goto(`${world.consoleUrl}/logout`)
  await page.waitForURL(`${world.consoleUrl}/`)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
})

test('R8 a logout while the provider is away signs out here and says so', async ({
  page,
  context,
  world,
}) => {
  await world.signOn(page)
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
  // The work behind the header's button comes 1.5 s after the page, before the clock stands still.
  const work = page.waitForResponse(/\/work-[^/]+\.js$/)
  await world.signOn(page, undefined, '/sim-detail')
  await work
  await endLoginElsewhere(context, world)
  // The pop-over's program comes with its first opening, for which React's timers must go.
  await page.getByRole('button', { name: 'Profile of' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Profile' }).getByRole('link', { name: 'Logout' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Profile' })).toHaveCount(0)
  // Past the token's end without the watcher having looked: as after a laptop's sleep.
  await page.clock.pauseAt(Date.now() + 15_000)
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
  await world.signOn(page)
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
