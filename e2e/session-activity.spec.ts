import type { Page } from '@playwright/test'
import { accessTokenOf, expectSignedIn, logOut, refreshIsOver } from './support/session.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

const activityLog = '**/api/activity/v1/activitylog'
const simId = '8901170000000000013'

interface Sent {
  activity: string
  message: string
  transactionId: string
  body: Record<string, string>
}

/** The audit entries that a page sends from now on. */
function entriesOf(page: Page): Sent[] {
  const sent: Sent[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/activity/v1/activitylog')) return
    const body = request.postDataJSON() as Record<string, string>
    const transactionId = request.headers()['x-transaction-id'] ?? ''
    sent.push({ activity: body.Activity ?? '', message: body.ActionMessage ?? '', transactionId, body })
  })
  return sent
}

const waiting = (page: Page) =>
  page.evaluate("Object.keys(localStorage).filter((k) => k.startsWith('support-console:activity:')).length")

test('7 D18 UserLogIn and UserLogOut are recorded once each, not on reload and not per tab', async ({
  page,
  context,
  world,
}) => {
  const sent = entriesOf(page)
  await world.signOn(page)
  await expect.poll(() => sent.map(({ activity }) => activity)).toEqual(['UserLogIn'])
  expect(sent[0]?.body).toMatchObject({ Email: accounts.support, Detailinfo: '' })
  expect(sent[0]?.body.SessionId).toBeTruthy()
  const other = await context.newPage()
  const sentThere = entriesOf(other)
  await other.goto(`${world.consoleUrl}/`)
  await expectSignedIn(other)
  await refreshIsOver(other)
  await page.reload()
  await expectSignedIn(page)
  await logOut(page)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  await expect(other.getByText('Please login first!!!')).toBeVisible()
  expect(sent.map(({ activity }) => activity)).toEqual(['UserLogIn', 'UserLogOut'])
  expect(sentThere).toEqual([])
})

test('7 D8 an action is recorded under the transaction id of its calls', async ({ page, world }) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  const sent = entriesOf(page)
  const calling = page.waitForRequest((request) => request.url().includes('/simdetail/'))
  await page.getByRole('textbox', { name: 'SIM ID' }).fill(simId)
  await page.getByRole('button', { name: 'Compare' }).click()
  const id = (await calling).headers()['x-transaction-id']
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ activity: 'SIM Information', transactionId: id })
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
})

test('D18 entries made while the server is away are delivered later, also after a reload, once each', async ({
  page,
  world,
}) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  await expect.poll(() => waiting(page)).toBe(0)
  await page.route(activityLog, (route) => route.abort())
  for (const id of [simId, '8914800000000000014']) {
    await page.getByRole('textbox', { name: 'SIM ID' }).fill(id)
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByText('Harbor Security').first()).toBeVisible()
  }
  await expect.poll(() => waiting(page)).toBe(2)
  const delivered: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/activitylog') && response.ok())
      delivered.push(String(response.request().postDataJSON().ActionMessage))
  })
  // Still without a line, so that no delivery is cut off by the visit.
  await page.goto(`${world.consoleUrl}/`)
  await page.unroute(activityLog)
  await expect.poll(() => waiting(page), { timeout: 60_000 }).toBe(0)
  expect(delivered.map((message) => message.match(/\d{19}/)?.[0])).toEqual([simId, '8914800000000000014'])
})

test('D18 an entry that the server refuses for good is dropped, one that it cannot take now is kept', async ({
  page,
  world,
}) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  await expect.poll(() => waiting(page)).toBe(0)
  await page.route(activityLog, (route) =>
    route.fulfill({ status: 503, json: { status: 'Unavailable', message: 'later', data: null } }),
  )
  await page.getByRole('textbox', { name: 'SIM ID' }).fill(simId)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect.poll(() => waiting(page)).toBe(1)
  // In place of the other: between the two nothing gets through.
  await page.route(activityLog, (route) =>
    route.fulfill({ status: 400, json: { status: 'Invalid', message: 'never', data: null } }),
  )
  await expect.poll(() => waiting(page), { timeout: 60_000 }).toBe(0)
})

test('D18 one user’s entries never travel under another’s token', async ({ page, context, world }) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  await expect.poll(() => waiting(page)).toBe(0)
  await page.route(activityLog, (route) => route.abort())
  await page.getByRole('textbox', { name: 'SIM ID' }).fill(simId)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect.poll(() => waiting(page)).toBe(1)
  await page.goto('about:blank')
  await context.clearCookies()
  await page.unroute(activityLog)
  const sent = entriesOf(page)
  await world.signOn(page, accounts.engineer)
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await expect.poll(() => waiting(page)).toBe(1)
  expect(sent.map(({ activity }) => activity)).toEqual(['UserLogIn'])
  // Their own next sign-on delivers it.
  await page.goto('about:blank')
  await context.clearCookies()
  await world.signOn(page, accounts.support)
  await expect.poll(() => waiting(page)).toBe(0)
  expect(sent.map(({ activity, body }) => [activity, body.Email])).toContainEqual([
    'SIM Information',
    accounts.support,
  ])
  expect(await accessTokenOf(context, world)).toBeTruthy()
})

test('D18 logout delivers what still waits before the token is gone', async ({ page, world }) => {
  await world.signOn(page, accounts.support, '/sim-detail')
  await expect.poll(() => waiting(page)).toBe(0)
  await page.route(activityLog, (route) => route.abort())
  await page.getByRole('textbox', { name: 'SIM ID' }).fill(simId)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect.poll(() => waiting(page)).toBe(1)
  await page.unroute(activityLog)
  await logOut(page)
  await expect(page.getByText('Please login first!!!')).toBeVisible()
  expect(await waiting(page)).toBe(0)
})
