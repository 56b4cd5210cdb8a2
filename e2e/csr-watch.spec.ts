import type { Page } from '@playwright/test'
import {
  askFor,
  confirm,
  deployElsewhere,
  holdRunning,
  isOver,
  looksAt,
  open,
  rowOf,
  setSeen,
} from './support/csr.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test.use({ serverSettings: { CSR_LOOK_MS: '100' } })

const looked = (page: Page) => page.waitForResponse(/\/status$/)

test('4, 9 a row under way is looked at every 60 seconds, once after a sleep, not at all while unseen', async ({
  world,
  page,
}) => {
  const held = await holdRunning(page, 'csr-03')
  await page.clock.install()
  await open(world, page)
  const looks = looksAt(page, 'csr-03')
  await expect(rowOf(page, 'csr-03')).toHaveAttribute('data-state', 'running')
  await expect(rowOf(page, 'csr-03')).toContainText(/asked again in \d+ s/)
  await page.clock.runFor(40_000)
  expect(looks.count()).toBe(0)
  await Promise.all([looked(page), page.clock.runFor(20_000)])
  expect(looks.count()).toBe(1)
  await expect(rowOf(page, 'csr-03')).toContainText(/asked again in \d+ s/)

  // The laptop sleeps: what was missed is one look.
  await Promise.all([looked(page), page.clock.fastForward('00:04:00')])
  await expect(rowOf(page, 'csr-03')).toContainText(/asked again in \d+ s/)
  await page.clock.runFor(30_000)
  expect(looks.count()).toBe(2)

  await setSeen(page, false)
  await page.clock.runFor(200_000)
  expect(looks.count()).toBe(2)
  // Set back meanwhile, the clock says that no time has gone by.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) - 190_000)
  await Promise.all([looked(page), setSeen(page, true)])
  expect(looks.count()).toBe(3)

  // It ends: seen with the next look, and not looked at any more.
  held.release()
  await expect(rowOf(page, 'csr-03')).toContainText(/asked again in \d+ s/)
  await Promise.all([looked(page), page.clock.runFor(60_000)])
  await expect(rowOf(page, 'csr-03')).toHaveAttribute('data-state', 'success')
  await page.clock.runFor(150_000)
  expect(looks.count()).toBe(4)
})

test('4, D5 csr-08: leaving, coming back and reloading go on watching what somebody began', async ({
  world,
  page,
}) => {
  const held = await holdRunning(page, 'csr-08')
  await page.clock.install()
  await page.goto(world.consoleUrl)
  await expect(page.getByText('Session Expire On')).toBeVisible()
  await deployElsewhere(world, page, 'csr-08', '5.0.0')
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: 'CSR Management' }).click()
  await expect(rowOf(page, 'csr-08')).toHaveAttribute('data-state', 'running')
  await menu.getByRole('link', { name: 'Home' }).click()
  const looks = looksAt(page, 'csr-08')
  await page.clock.runFor(130_000)
  expect(looks.count()).toBe(0)
  await menu.getByRole('link', { name: 'CSR Management' }).click()
  await expect(rowOf(page, 'csr-08')).toHaveAttribute('data-state', 'running')
  await refreshIsOver(page)
  await page.reload()
  await expect(rowOf(page, 'csr-08')).toContainText('5.0.0, since')
  await isOver(world, page, 'csr-08')
  held.release()
  await Promise.all([looked(page), page.clock.runFor(60_000)])
  await expect(rowOf(page, 'csr-08')).toHaveAttribute('data-state', 'success')
  await expect(rowOf(page, 'csr-08').getByRole('cell').nth(3)).toHaveText('5.0.0')
})

test('4, R32 a look that fails says so at its row and the next one is tried', async ({ world, page }) => {
  const held = await holdRunning(page, 'csr-06')
  await page.clock.install()
  await open(world, page)
  await expect(rowOf(page, 'csr-06')).toHaveAttribute('data-state', 'running')
  const failing = /\/status$/
  await page.route(failing, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await page.clock.runFor(60_000)
  await expect(rowOf(page, 'csr-06')).toContainText(/No answer at .*: Something went wrong\./)
  await expect(rowOf(page, 'csr-06')).toHaveAttribute('data-state', 'running')
  await page.unroute(failing)
  held.release()
  await Promise.all([looked(page), page.clock.runFor(60_000)])
  await expect(rowOf(page, 'csr-06')).toHaveAttribute('data-state', 'success')
})

test('4, D9 asked again after Busy it is a new attempt, which is let through', async ({ world, page }) => {
  await open(world, page)
  await world.fault({ system: 'csr-agent', fault: '500', method: 'PUT' })
  await deployElsewhere(world, page, 'csr-18', '5.0.0')
  const submitted = () => page.waitForResponse(/\/csrs\/127\.0\.40\.19\/upgrade$/)
  await askFor(page, 'csr-19', '5.0.0')
  const [refused] = await Promise.all([submitted(), confirm(page, 'Upgrade')])
  expect(refused.status()).toBe(409)
  const row = rowOf(page, 'csr-19')
  await expect(row.getByRole('alert')).toContainText('Need to wait response from backend server')
  await expect(row).toContainText('it is a new attempt')
  await world.clearFaults()
  await isOver(world, page, 'csr-18')
  const [begun] = await Promise.all([submitted(), row.getByRole('button', { name: 'Ask again' }).click()])
  expect(begun.status()).toBe(202)
  const transactionOf = (response: typeof begun) => response.request().headers()['x-transaction-id']
  expect(transactionOf(begun)).not.toBe(transactionOf(refused))
  await expect(row.getByRole('alert')).toHaveCount(0)
  await isOver(world, page, 'csr-19')
})
