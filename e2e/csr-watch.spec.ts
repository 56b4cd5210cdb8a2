import type { Page } from '@playwright/test'
import {
  askFor,
  confirm,
  deployElsewhere,
  holdRunning,
  isOver,
  news,
  open,
  rememberLooks,
  rowOf,
  setSeen,
} from './support/csr.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

const looked = (page: Page) => page.waitForResponse(/\/status$/)

test('4, 9 a row under way is looked at every 60 seconds, once after a sleep, not at all while unseen', async ({
  world,
  page,
}) => {
  const held = await holdRunning(page, 'csr-03')
  const remembered = await rememberLooks(page, 'csr-03')
  const count = async () => (await remembered()).looks.length
  await page.clock.install()
  await open(world, page)
  const row = rowOf(page, 'csr-03')
  const isPlanned = () => expect(row).toContainText(/asked again in \d+ s/)
  await expect(row).toHaveAttribute('data-state', 'running')
  await isPlanned()
  await Promise.all([looked(page), page.clock.runFor(60_000)])
  await isPlanned()

  // The laptop sleeps: what was missed is one look, and the next comes in its time.
  await Promise.all([looked(page), page.clock.fastForward('00:04:00')])
  await isPlanned()
  await Promise.all([looked(page), page.clock.runFor(60_000)])
  await isPlanned()

  await setSeen(page, false)
  // The agent is left alone; what the server knows is read all the same, since the tab's title tells of the end.
  const read = page.waitForRequest(/getall$/)
  await page.clock.runFor(200_000)
  await read
  // Set back meanwhile, the clock says that no time has gone by.
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) - 190_000)
  await Promise.all([looked(page), setSeen(page, true)])

  // It ends: seen with the next look, and not looked at any more.
  await isPlanned()
  held.release()
  await Promise.all([looked(page), page.clock.runFor(60_000)])
  await expect(row).toHaveAttribute('data-state', 'success')
  const before = await count()
  await page.clock.runFor(150_000)
  expect(await count()).toBe(before)

  // The clock goes on by itself as well, so how many looks there were is not known; how far apart they were, is.
  const { listedAt, looks } = await remembered()
  expect(looks.length).toBeGreaterThanOrEqual(5)
  const times = [listedAt, ...looks.map(({ at }) => at)]
  for (const [n, at] of times.slice(1).entries())
    expect(at - (times[n] ?? 0), `look ${n + 1}`).toBeGreaterThanOrEqual(60_000)
  expect(looks.filter(({ isUnseen }) => isUnseen)).toEqual([])
})

test('4, D5 csr-08: leaving, coming back and reloading go on watching what someone began', async ({
  world,
  page,
}) => {
  const held = await holdRunning(page, 'csr-08')
  const remembered = await rememberLooks(page, 'csr-08')
  await page.clock.install()
  await page.goto(world.consoleUrl)
  await expect(page.getByText('Session Expire On')).toBeVisible()
  await deployElsewhere(world, page, 'csr-08', '5.0.0')
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: 'CSR Management' }).click()
  await expect(rowOf(page, 'csr-08')).toHaveAttribute('data-state', 'running')
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('Session Expire On')).toBeVisible()
  const before = (await remembered()).looks.length
  await page.clock.runFor(130_000)
  expect((await remembered()).looks).toHaveLength(before)
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

test('4, D9 asked again where the answer was lost it is the same attempt', async ({ world, page }) => {
  await open(world, page)
  const path = /\/csrs\/127\.0\.40\.17\/upgrade$/
  const asked: (string | undefined)[] = []
  await page.route(path, async (route) => {
    asked.push(route.request().headers()['x-transaction-id'])
    if (asked.length === 1) await route.abort()
    else await route.continue()
  })
  await askFor(page, 'csr-17', '5.0.0')
  await confirm(page, 'Upgrade')
  const row = rowOf(page, 'csr-17')
  await expect(row.getByRole('alert')).toBeVisible()
  await row.getByRole('button', { name: 'Ask again' }).click()
  await expect(row.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => asked).toEqual([asked[0], asked[0]])
  await isOver(world, page, 'csr-17')
})

test('4, D9 asked again after Busy it is a new attempt, which is let through', async ({ world, page }) => {
  await open(world, page)
  // Until it is refused, the page does not know that another one is Pending.
  let isRefused = false
  await page.route(news, (route) => (isRefused ? route.fallback() : undefined))
  page.on('response', (response) => {
    isRefused ||= response.url().endsWith('/upgrade')
  })
  await world.fault({ system: 'csr-agent', fault: '500', method: 'PUT' })
  await deployElsewhere(world, page, 'csr-18', '5.0.0')
  const submitted = () => page.waitForResponse(/\/csrs\/127\.0\.40\.19\/upgrade$/)
  await askFor(page, 'csr-19', '5.0.0')
  const [refused] = await Promise.all([submitted(), confirm(page, 'Upgrade')])
  expect(refused.status()).toBe(409)
  const row = rowOf(page, 'csr-19')
  await expect(row.getByRole('alert')).toContainText('Need to wait response from backend server')
  await expect(row).toContainText('that starts a new attempt')
  await world.clearFaults()
  await isOver(world, page, 'csr-18')
  const [begun] = await Promise.all([submitted(), row.getByRole('button', { name: 'Ask again' }).click()])
  expect(begun.status()).toBe(202)
  const transactionOf = (response: typeof begun) => response.request().headers()['x-transaction-id']
  expect(transactionOf(begun)).not.toBe(transactionOf(refused))
  await expect(row.getByRole('alert')).toHaveCount(0)
  await isOver(world, page, 'csr-19')
})
