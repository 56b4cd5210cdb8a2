import type { BrowserContext, Page } from '@playwright/test'
import { simsForBatches } from '../apps/server/src/testing/demo-sims.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { saidToListeners } from './support/said.ts'
import { batchSims, deactivationsOf } from './support/sim-management.ts'
import { test } from './support/test.ts'
import { accounts, expect, type World } from './support/world.ts'

const sims = simsForBatches('ATT', 60, 66)
const door = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Work/ })
const tray = (page: Page) => page.getByRole('dialog', { name: 'Work' })

/** Another browser of the same person, on a page of the console. */
async function browserOf(world: World, page: Page, path = '/sim-detail'): Promise<Page> {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('no browser')
  const other = await context.newPage()
  await world.signIn(other, accounts.engineer)
  await other.goto(`${world.consoleUrl}${path}`)
  return other
}

async function post(world: World, page: Page, path: string, data: object, more: Record<string, string> = {}) {
  const cookies = await page.context().cookies(world.consoleUrl)
  const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value
  const headers = { authorization: `Bearer ${token}`, ...more }
  return page.request.post(`${world.consoleUrl}/api${path}`, { ...reconnecting, headers, data })
}

/** Begins to check six SIMs; their answers do not come until the faults are cleared. */
async function beginCheck(world: World, page: Page) {
  await world.fault({ system: 'connector', fault: 'slow', seconds: 600, after: 1 })
  const things = sims.map((id) => `sim ${id}`)
  expect((await post(world, page, '/diagnosis/v1/looks', { kind: 'named', things })).status()).toBe(202)
}

/**
 * What the browser itself was asked to show; the browser is real, only what it shows is outside of the page. Allowed here, as
 * Chromium 156 without a window denies notifications, whatever a test grants.
 */
const recordNotifications = (context: BrowserContext) =>
  context.addInitScript(`{
    const shown = (globalThis.shownNotifications = [])
    const Real = Notification
    globalThis.Notification = class extends Real {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title, options) {
        super(title, options)
        shown.push(title)
      }
    }
  }`)

test('D38 an end is told once in each browser of its person, until it is read', async ({ page, world }) => {
  await world.signIn(page, accounts.engineer)
  await recordNotifications(page.context())
  await page.goto(`${world.consoleUrl}/sim-detail`)
  const other = await browserOf(world, page)
  const colleague = await (async () => {
    const context = await page.context().browser()?.newContext()
    const own = await context?.newPage()
    if (!own) throw new Error('no browser')
    await world.signIn(own, accounts.auditor)
    return own
  })()

  await test.step('by keyboard: it runs, in both browsers; the browser may tell too', async () => {
    await beginCheck(world, page)
    await door(page).press('Enter')
    const running = tray(page).getByRole('listitem')
    await expect(running).toContainText('Check 6 SIMs')
    await expect(running).toContainText('of 6 done')
    await expect(running.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '6')
    await expectAccessible(page)
    await tray(page).getByRole('checkbox', { name: 'Notify me in this browser too' }).check()
    await page.reload()
    await door(page).press('Enter')
    await expect(tray(page).getByRole('listitem')).toContainText('Check 6 SIMs')
    await page.keyboard.press('Escape')
    await expect(tray(page)).toBeHidden()
    await expect(door(page)).toBeFocused()
    await door(other).click()
    await expect(tray(other).getByRole('listitem')).toContainText('Check 6 SIMs')
  })

  await test.step('its end: in the page, the title, and by the browser', async () => {
    await world.clearFaults()
    for (const one of [page, other]) {
      await expect(saidToListeners(one, 'Check 6 SIMs: All 6 checked.')).toHaveCount(1)
      await expect(door(one)).toHaveAccessibleName('Work, 1 unread')
      await expect(one).toHaveTitle('(1) SIM Information · Support Console')
    }
    await expect.poll(() => page.evaluate('shownNotifications')).toEqual(['Check 6 SIMs'])
    await expect(door(colleague)).toHaveAccessibleName('Work')
  })

  await test.step('not told twice: not after a reload, not in another tab', async () => {
    await page.reload()
    await expect(door(page)).toHaveAccessibleName('Work, 1 unread')
    expect(await page.evaluate('shownNotifications')).toEqual([])
    const tab = await page.context().newPage()
    await tab.goto(`${world.consoleUrl}/company`)
    await expect(tab).toHaveTitle('(1) Company Management · Support Console')
    expect(await tab.evaluate('shownNotifications')).toEqual([])
    await tab.close()
  })

  await test.step('read here, it is read there', async () => {
    await door(page).press('Enter')
    const ended = tray(page).getByRole('listitem')
    await expect(ended).toContainText('Unread: Check 6 SIMs')
    await expectAccessible(page)
    await tray(page).getByRole('button', { name: 'Mark all read' }).press('Enter')
    await expect(door(other)).toHaveAccessibleName('Work')
    await expect(other).toHaveTitle('SIM Information · Support Console')
    await expect(tray(page).getByRole('button', { name: 'Mark all read' })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideways(page, 'the tray at 390')
    await expectAccessible(page)
    await ended.getByRole('link', { name: 'Open: Check 6 SIMs' }).press('Enter')
    await expect(page).toHaveURL(/\/search\?/)
    await expect(tray(page)).toBeHidden()
  })
  await other.context().close()
  await colleague.context().close()
})

test('D38 an end of a killed server is told when it is back; stopped work says so', async ({
  page,
  world,
}) => {
  await world.signIn(page, accounts.engineer)
  await page.goto(`${world.consoleUrl}/company`)
  await expect(door(page)).toHaveAccessibleName('Work')
  await beginCheck(world, page)
  await world.server.stop('SIGKILL')
  await world.clearFaults()
  await world.server.start()
  await expect(door(page)).toHaveAccessibleName('Work, 1 unread', { timeout: 60_000 })
  await beginCheck(world, page)
  await door(page).click()
  const [first, last] = [tray(page).getByRole('listitem').first(), tray(page).getByRole('listitem').nth(1)]
  await first.getByRole('button', { name: 'Stop: Check 6 SIMs' }).click()
  await expect(door(page)).toHaveAccessibleName('Work, 2 unread')
  await expect(first).toContainText(/\d of 6 checked\./)
  await world.clearFaults()
  await first.getByRole('button', { name: 'Retry what failed: Check 6 SIMs' }).click()
  await expect(first).toContainText('All 6 checked.')
  await expect(last).toContainText('All 6 checked.')
  await tray(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(door(page)).toHaveAccessibleName('Work')
})

test('43.1 a batch is stopped from the tray, and its failures are tried again, both asked first', async ({
  page,
  world,
}) => {
  await world.signIn(page, accounts.engineer, '/company')
  // Verizon does not know one; AT&T, which takes one change at a time, answers none until the faults are cleared.
  const unknown = '8914800000000000030'
  const slow = batchSims('att', 150, 4)
  await world.fault({ system: 'att', fault: 'slow', seconds: 600, method: 'PUT' })
  const rows = [unknown, ...slow].map((iccid) => ({ iccid, status: 'Ready' }))
  const begun = await post(world, page, '/simmanagement/v1/batchdeactivation', rows, {
    prefer: 'respond-async',
  })
  expect(begun.status(), await begun.text()).toBe(202)
  await door(page).press('Enter')
  const item = tray(page).getByRole('listitem').first()
  await expect(item.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '5')
  await expect(item.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1')

  await item.getByRole('button', { name: /^Stop: / }).press('Enter')
  await expect(item.getByRole('group')).toContainText('Stop this batch?')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(item.getByRole('button', { name: /^Stop: / })).toBeFocused()
  await page.keyboard.press('Enter')
  // Whatever is answered then, no further one may begin.
  const stopped = page.waitForResponse((response) => /\/batches\/[^/]+\/stop$/.test(response.url()))
  await item.getByRole('button', { name: 'Stop', exact: true }).press('Enter')
  await stopped
  await world.clearFaults()
  await expect(door(page)).toHaveAccessibleName('Work, 1 unread')
  const asked = await Promise.all(slow.map((iccid) => deactivationsOf(world, iccid)))
  expect(asked.filter((count) => count > 0).length).toBeLessThanOrEqual(1)

  await item.getByRole('button', { name: /^Retry what failed: / }).press('Enter')
  await expect(item.getByRole('group')).toContainText('Each is checked first.')
  // The tests before this one are of the same person.
  const before = await tray(page).getByRole('listitem').count()
  await item.getByRole('textbox', { name: /^Reason/ }).fill('The carrier was down')
  await item.getByRole('button', { name: 'Retry', exact: true }).press('Enter')
  await expect(tray(page).getByRole('listitem')).toHaveCount(before + 1)
})
