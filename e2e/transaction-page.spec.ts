import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { batchSims, chooseFile, startBatch } from './support/sim-management.ts'
import { accounts, expect } from './support/world.ts'

/** AT&T refuses to deactivate it. */
const refused = '8901170000000000054'

test('use 2, 16 a transaction whole: its batch as it goes on, every step in its order with what was refused open; by keyboard, at 390, for axe', async ({
  world,
  page,
  browser,
}) => {
  const main = page.getByRole('main')
  const sims = batchSims('att', 190, 3)
  await page.goto(`${world.consoleUrl}/simmanagement`)
  await chooseFile(page, [refused, ...sims].join('\n'))
  await startBatch(page)
  const batch = page.url()
  const way = await main.getByRole('link', { name: /^Transaction / }).getAttribute('href')
  const id = new URL(way ?? '', world.consoleUrl).searchParams.get('txid') ?? ''

  await test.step('any form of the address leads to the one, whose batch ends while it is looked at', async () => {
    await page.goto(`${world.consoleUrl}/transactions/${id.toUpperCase()}`)
    await expect(page).toHaveURL(`${world.consoleUrl}/transactions/${id}`)
    await expect(page).toHaveTitle(/^[\da-f]{8}….{4} · Transaction · Support Console$/)
    await expect(main.getByRole('group', { name: 'Outcome' })).toContainText('3 deactivated, 1 refused by AT&T.')
    await expect(main.getByRole('link', { name: accounts.support }).first()).toBeVisible()
  })
  const order = main.getByRole('region', { name: 'In the order it happened' })
  await test.step('what was refused is open, what ended alike is one line', async () => {
    await expect(order.getByRole('button', { name: `Deactivate SIM ${refused} at AT&T` })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    await expect(order.getByText('SIM activity: Error')).toBeVisible()
    await expect(order.getByText(/^3 SIMs, /)).toBeVisible()
    const alike = order.getByRole('button', { name: 'Deactivate SIM at AT&T' })
    await alike.press('Enter')
    await expect(order.getByRole('link', { name: String(sims[1]) })).toBeVisible()
    await alike.press('Enter')
    await order.getByRole('checkbox', { name: 'Only errors' }).press('Space')
    await expect(alike).toBeHidden()
    await order.getByRole('checkbox', { name: 'Only errors' }).press('Space')
  })
  await expect(main.getByRole('region', { name: 'Belongs to' }).getByText('4 at AT&T')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await expectAccessible(page)

  await test.step('one that is not there says so, with those that begin alike', async () => {
    const other = `${id.slice(0, 8)}-0000-4000-8000-000000000000`
    await page.goto(`${world.consoleUrl}/transactions/${other}`)
    await expect(main.getByText(`Nothing is known of a transaction ${other}.`)).toBeVisible()
    await main.getByRole('link', { name: id }).press('Enter')
    await main.getByRole('link', { name: 'Open the batch' }).press('Enter')
    await expect(page).toHaveURL(batch)
  })
  await test.step('who may not read batches is told so; who may read nothing, not whether it is there', async () => {
    for (const [account, said] of [
      [accounts.auditor, 'A batch or deployment is not shown: your roles do not give it.'],
      [accounts.newcomer, "Sorry, you don't have access to this page."],
    ] as const) {
      const theirs = await browser.newPage()
      await world.signIn(theirs, account, `/transactions/${id}`)
      await expect(theirs.getByText(said)).toBeVisible()
      await theirs.close()
    }
  })
})
