import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import {
  askFor,
  choiceOf,
  confirm,
  confirmAndBegin,
  deployElsewhere,
  deployOf,
  ipOf,
  isOver,
  news,
  open,
  question,
  rowOf,
  withoutNews,
} from './support/csr.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { expect, type World } from './support/world.ts'

// The agent of csr-09 never answers: given up soon.
test.use({ worldName: 'impatient' })

const upgrade = /\/csrs\/[\d.]+\/upgrade$/

test('2.10, 4, 8 downgrades after a question that says what it means; the history has who, when and the log', async ({
  world,
  page,
}) => {
  await page.clock.install()
  await open(world, page)
  await withoutNews(page)
  const heightOf = async () => (await rowOf(page, 'csr-10').boundingBox())?.height
  const height = await heightOf()
  await askFor(page, 'csr-10', '4.1.0')
  await expect(question(page)).toHaveAccessibleName('Downgrade csr-10 to 4.1.0?')
  await expect(question(page)).toContainText('The server runs 5.0.0 now.')
  await expect(question(page)).toContainText(/\d+ panels report to this server, as of .* ago|not known/)
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  const entered = page.waitForRequest(
    (request) => request.postData()?.includes('Downgrade csr-10 from 5.0.0 to 4.1.0') ?? false,
  )
  const sent = page.waitForRequest(upgrade)
  await confirmAndBegin(page, 'Downgrade')
  expect((await sent).postDataJSON()).toEqual({ IPAddress: ipOf('csr-10'), Name: '4.1.0', From: '5.0.0' })
  await entered
  await expect(rowOf(page, 'csr-10')).toHaveAttribute('data-state', 'pending')
  await expect(rowOf(page, 'csr-10')).toContainText(/Pending asked again in \d+ s/)
  await expect(rowOf(page, 'csr-10')).toContainText(/4\.1\.0, submitted \d\d:\d\d:\d\d UTC−0[45]:00/)
  // use 3: what is under way moves no other row.
  expect(await heightOf()).toBe(height)
  await choiceOf(page, 'csr-10').focus()
  await expect(choiceOf(page, 'csr-10')).toHaveAccessibleDescription(
    'csr-10 is Pending: wait until it has finished',
  )
  await expect(choiceOf(page, 'csr-10')).toHaveText('4.1.0')

  await isOver(world, page, 'csr-10')
  const reset = page.waitForRequest(/\/csrs\/reset$/)
  await page.clock.runFor(60_000)
  await expect(rowOf(page, 'csr-10')).toHaveAttribute('data-state', 'success')
  await expect(rowOf(page, 'csr-10').getByRole('cell').nth(3)).toHaveText('4.1.0')
  await expect(choiceOf(page, 'csr-10')).toHaveText('4.1.0')
  await reset

  await rowOf(page, 'csr-10')
    .getByRole('button', { name: /history/ })
    .click()
  await expect(page).toHaveURL(/[?&]history=csr-10/)
  const history = page.getByRole('dialog', { name: 'Deployments on csr-10' })
  const first = history.getByRole('listitem').first()
  for (const words of [
    'Succeeded',
    'Downgrade from 5.0.0 to 4.1.0',
    /support@example\.com, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC−0[45]:00/,
    /took \d+ s/,
    /Log of the agent \(UTC−0[45]:00\)/,
    '4.1.0',
  ])
    await expect(first).toContainText(words)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/history=/)
})

async function beginUpgrade(world: World, page: Page, server: string): Promise<void> {
  await page.clock.install()
  await open(world, page)
  await withoutNews(page)
  await askFor(page, server, '5.0.0')
  await confirmAndBegin(page, 'Upgrade')
  await expect(rowOf(page, server)).toContainText('Pending')
}

test('2.10, 4 csr-07: a failed upgrade says why, its choice reverts, and one confirmed click returns it', async ({
  world,
  page,
}) => {
  await beginUpgrade(world, page, 'csr-07')
  await isOver(world, page, 'csr-07')
  const reset = page.waitForResponse(/\/csrs\/reset$/)
  await page.clock.runFor(60_000)
  const row = rowOf(page, 'csr-07')
  await expect(row).toHaveAttribute('data-state', 'error')
  await expect(row.getByRole('cell').last().locator('xpath=preceding-sibling::*[1]')).toContainText(
    /Error.*health check/,
  )
  // An error moves no other server (use 3); what is cut stands in the title.
  const heightOf = async (server: string) => (await rowOf(page, server).boundingBox())?.height
  expect(await heightOf('csr-07')).toBe(await heightOf('csr-08'))
  await expect(row.getByTitle(/configuration schema/)).toBeVisible()
  await expect(choiceOf(page, 'csr-07')).toHaveText('4.2.1')
  await deployOf(page, 'csr-07').focus()
  await expect(deployOf(page, 'csr-07')).toHaveAccessibleDescription(
    'The last deployment failed: return it first, or reset',
  )
  expect((await reset).ok()).toBe(true)

  await row.getByRole('button', { name: /^Return to 4\.2\.1/ }).click()
  await expect(question(page)).toHaveAccessibleName('Return csr-07 to 4.2.1?')
  await expect(question(page)).toContainText('The deployment of 5.0.0 failed.')
  await confirmAndBegin(page, 'Return')
  await expect(row).toHaveAttribute('data-state', 'pending')
  await isOver(world, page, 'csr-07')
  await page.clock.runFor(60_000)
  await expect(row).toHaveAttribute('data-state', 'success')
})

test('4, 5, 8 csr-09: while it is Pending others meet Caution; its silence ends as an error that reset leaves', async ({
  world,
  page,
}) => {
  await beginUpgrade(world, page, 'csr-09')
  await askFor(page, 'csr-02', '5.0.0')
  await expect(question(page)).toHaveAccessibleName('Caution')
  await expect(question(page)).toContainText(
    'csr-09 is already Pending. Only one server can be submitted at a time.',
  )
  await question(page).getByRole('button', { name: 'Close' }).click()
  await expect(choiceOf(page, 'csr-02')).toHaveText('5.0.0')

  await isOver(world, page, 'csr-09')
  await page.clock.runFor(60_000)
  const row = rowOf(page, 'csr-09')
  await expect(row).toHaveAttribute('data-state', 'error')
  await expect(row).toContainText('The agent of csr-09 did not answer for 5 seconds.')
  // The choice for the other server has been kept, and nothing stands in its way any more.
  await deployOf(page, 'csr-02').click()
  await expect(question(page)).toHaveAccessibleName('Upgrade csr-02 to 5.0.0?')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
})

test('4, 8 a submit while a previous one awaits the backend is told to wait; a lost answer is found out', async ({
  world,
  page,
}) => {
  await open(world, page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(upgrade, async (route) => {
    await held
    // The server gets it; its answer is lost.
    await route.fetch(reconnecting)
    await route.abort()
  })
  await askFor(page, 'csr-12', '5.0.0')
  await confirm(page, 'Upgrade')
  await expect(rowOf(page, 'csr-12')).toContainText('Pending submitting 5.0.0')
  await askFor(page, 'csr-14', '5.0.0')
  await expect(question(page)).toContainText(
    'Need to wait response from backend server on previous submit, Please try later.',
  )
  await question(page).getByRole('button', { name: 'Close' }).click()
  letGo()
  // What holds is the server's to say: the deployment is under way, or over, by its transaction.
  await expect(rowOf(page, 'csr-12')).not.toContainText('submitting', { timeout: 60_000 })
  await expect(rowOf(page, 'csr-12').getByRole('alert')).toHaveCount(0)
  await isOver(world, page, 'csr-12')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rowOf(page, 'csr-12').getByRole('cell').nth(3)).toHaveText('5.0.0')
})

test('specification 8, use 3 what a colleague deployed comes to an open page, with a sign that it ended and no reset of its own; what is old says so', async ({
  world,
  page,
}) => {
  // Not by a look at the agent.
  await page.route(/\/status$/, () => {})
  const resets: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reset')) resets.push(request.url())
  })
  await open(world, page)
  await expect(page).toHaveTitle(/^(\(\d+\) )?Virtual CSR Management/)
  // Someone works in another window.
  await page.evaluate('document.hasFocus = () => false')
  const row = rowOf(page, 'csr-13')
  await deployElsewhere(world, page, 'csr-13', '5.0.0')
  await expect(row.getByRole('cell').nth(3)).toHaveText('5.0.0', { timeout: 60_000 })
  await expect(row).toHaveAttribute('data-state', 'success')
  await expect(page.getByRole('status').filter({ hasText: 'csr-13 runs 5.0.0 now.' })).toBeVisible()
  await expect(page).toHaveTitle(/^(\(\d+\) )?csr-13 runs 5\.0\.0 – Virtual CSR Management/)
  await page.evaluate("document.hasFocus = () => true; dispatchEvent(new Event('focus'))")
  await expect(page).toHaveTitle(/^(\(\d+\) )?Virtual CSR Management/)
  // Who began it makes the call.
  expect(resets).toEqual([])
  // Where the server does not answer, what stands there is old, and says so.
  await page.route(news, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await expect(page.getByText('Could not refresh. The earlier values are still shown.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(row).toBeVisible()
  await page.unroute(news)
  await expect(page.getByText('Could not refresh')).toHaveCount(0, { timeout: 30_000 })
})

test('4, D9 what the server says wins: another agent was quicker, which is shown at the row', async ({
  world,
  page,
}) => {
  await open(world, page)
  await withoutNews(page)
  await deployElsewhere(world, page, 'csr-16', '5.0.0')
  await isOver(world, page, 'csr-16')
  await askFor(page, 'csr-16', '4.1.0')
  await page.unroute(news)
  await confirm(page, 'Downgrade')
  const row = rowOf(page, 'csr-16')
  await expect(row.getByRole('alert')).toContainText(
    'csr-16 no longer runs 4.2.0: support@example.com deployed 5.0.0 on csr-16.',
  )
  await expect(row.getByRole('cell').nth(3)).toHaveText('5.0.0')
  await expect(row).toHaveAttribute('data-state', 'success')
  await row.getByRole('button', { name: 'Close this message' }).click()
  await expect(row.getByRole('alert')).toHaveCount(0)
})
