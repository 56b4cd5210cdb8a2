import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { answerNextCalls } from './support/next-calls.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import {
  askToDeactivate,
  atRest,
  batchSims,
  deactivationsOf,
  dialog,
  happy,
  section,
  simId,
} from './support/sim-management.ts'
import { expect } from './support/world.ts'

const [first = '', second = '', third = '', fourth = ''] = batchSims('att', 150, 4)
const [verizon = ''] = batchSims('vzn', 150, 1)

const deactivate = (page: Page) => page.getByRole('button', { name: 'Deactivate…' })

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}/simmanagement`)
})

test('2.4, 8 asks before it deactivates: whom it cuts off, what is lost, and the focus on Cancel', async ({
  page,
}) => {
  await askToDeactivate(page, happy)
  await expect(dialog(page)).toHaveAccessibleName('Deactivate SIM 8901…0013?')
  for (const words of [
    'Caution: This operation will deactivate a SIM, be careful.',
    happy,
    'AT&T',
    'Harbor Security',
    'CBS0000001',
  ])
    await expect(dialog(page)).toContainText(words)
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await atRest(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(deactivate(page)).toBeFocused()

  await askToDeactivate(page, verizon)
  await expect(dialog(page)).toContainText('Verizon')
  await expect(dialog(page)).toContainText(/phone number/)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await simId(page).fill('8901170000000099999')
  await deactivate(page).click()
  await expect(section(page, 'Deactivate').getByRole('alert')).toContainText('404 Not Found')
  await expect(dialog(page)).toHaveCount(0)
})

test('2.4, D9 deactivates once, by a double click as with Enter held down, and shows it in the activity logs', async ({
  world,
  page,
}) => {
  await askToDeactivate(page, first)
  await dialog(page).getByRole('button', { name: 'Deactivate' }).dblclick()
  const banner = section(page, 'Deactivate').getByRole('status').filter({ hasText: 'Success' })
  await expect(banner).toBeVisible()
  expect(await deactivationsOf(world, first)).toBe(1)

  // Held down from the button on: the dialog stays until it is answered by a press of its own.
  await simId(page).fill(second)
  await deactivate(page).focus()
  for (let i = 0; i < 6; i++) await page.keyboard.down('Enter')
  await expect(dialog(page)).toBeVisible()
  for (let i = 0; i < 6; i++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(dialog(page)).toBeVisible()
  expect(await deactivationsOf(world, second)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Deactivate' })).toBeFocused()
  for (let i = 0; i < 8; i++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(banner).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(await deactivationsOf(world, second)).toBe(1)

  await banner.getByRole('link', { name: /^Transaction .* in Sim Activity Logs$/ }).click()
  await expect(page).toHaveURL(/\/simactivationdetail\?txid=/)
  await expect(page.getByRole('row').filter({ hasText: second }).first()).toContainText('Deactivated')
})

test('2.4, D5, D9 a refusal, a silent carrier and a lost answer: each says what is so, nothing is done twice', async ({
  world,
  page,
}) => {
  const part = section(page, 'Deactivate')
  const confirm = () => dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await askToDeactivate(page, '8901170000000000054')
  await confirm()
  await expect(part.getByText(/refused/)).toBeVisible()
  await expect(part.getByRole('link', { name: /^Transaction/ })).toBeVisible()

  // The carrier did it, and its answer was lost: the SIM is read to find out.
  await askToDeactivate(page, '8901170000000000070')
  await confirm()
  await expect(part.getByRole('status').filter({ hasText: 'Success' })).toBeVisible({ timeout: 60_000 })
  expect(await deactivationsOf(world, '8901170000000000070')).toBe(1)

  // Our own answer is lost on the way to the browser; the repeat runs under the same transaction.
  const ids: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/deactivate/')) ids.push(request.headers()['x-transaction-id'] ?? '')
  })
  await answerNextCalls(page, '**/deactivate/*', async (route) => {
    await route.fetch(reconnecting)
    await route.abort('connectionreset')
  })
  await askToDeactivate(page, third)
  await confirm()
  await expect(part.getByText(/The console does not know whether it was done/)).toBeVisible()
  await part.getByRole('button', { name: 'Ask again' }).click()
  await expect(part.getByRole('status').filter({ hasText: 'Success' })).toBeVisible()
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(2)
  expect(await deactivationsOf(world, third)).toBe(1)
})

test('2.4, 8, D9 explains that a deactivation whose answer was lost still runs, and tells its end when asked again', async ({
  world,
  page,
}) => {
  const part = section(page, 'Deactivate')
  // Asked for, and without an answer until the test has seen what it came for.
  await world.fault({ system: 'att', fault: 'slow', seconds: 80 })
  await answerNextCalls(page, '**/deactivate/*', async (route) => {
    // Sent twice: the one that is turned away proves that the other one runs. Then the answer is cut off.
    const [url, headers] = [route.request().url(), await route.request().allHeaders()]
    const isTurnedAway = async () =>
      expect((await fetch(url, { method: 'POST', headers })).status, 'a repeat').toBe(409)
    await Promise.any([isTurnedAway(), isTurnedAway()])
    await route.abort('connectionreset')
  })
  await askToDeactivate(page, fourth)
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  const again = part.getByRole('button', { name: 'Ask again' })
  await again.click()
  await expect(part.getByRole('alert')).toContainText('409 Conflict')
  await expect(part.getByText(/The console does not know whether it was done. Ask again/)).toBeVisible()
  await world.clearFaults()
  await expect(async () => {
    if (await again.isVisible()) await again.click()
    await expect(part.getByRole('status').filter({ hasText: 'Success' })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  expect(await deactivationsOf(world, fourth)).toBe(1)
})
