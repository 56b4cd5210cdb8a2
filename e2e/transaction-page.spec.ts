import { expectAccessible } from './support/accessibility.ts'
import { field, openCompany, prairie, saveChanges } from './support/companies.ts'
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
    await expect(page).toHaveTitle(/^(\(\d+\) )?[\da-f]{8}….{4} · Transaction · Support Console$/)
    await expect(main.getByRole('group', { name: 'Outcome' })).toContainText(
      '3 deactivated, 1 refused by AT&T.',
    )
    await expect(main.getByRole('link', { name: accounts.support }).first()).toBeVisible()
  })
  await test.step('issue 38 its refusal stands once, is copied for the ticket, and leads to the SIM', async () => {
    await expect(main.getByText(/can not be changed by this account/)).toHaveCount(1)
    await expect(main.getByText('Took 0 s')).toHaveCount(0)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await main.getByRole('button', { name: 'Copy for the ticket' }).press('Enter')
    await expect(page.getByText('Copied for the ticket, 7 lines')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const [head, , how, when, , failed, link] = copied.split('\n')
    expect([head, link]).toEqual([`Transaction ${id}`, `${world.consoleUrl}/transactions/${id}`])
    expect(how).toMatch(/^3 deactivated, 1 refused by AT&T\. /)
    expect(when).toMatch(/^Started .* UTC[+−]\d\d:\d\d, last entry /)
    expect(failed).toContain(`SIM ${refused}: AT&T refused`)
    await main.getByRole('link', { name: 'Open the refused SIM' }).press('Enter')
    await expect(page).toHaveURL(`${world.consoleUrl}/sims/${refused}`)
    await page.goBack()
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
    await expect(main.getByText(`No transaction ${other} is known.`)).toBeVisible()
    await main.getByRole('link', { name: id }).press('Enter')
    await main.getByRole('link', { name: 'Open the batch' }).press('Enter')
    await expect(page).toHaveURL(batch)
  })
  await test.step('who may not read batches is told so; who may read nothing, not whether it is there', async () => {
    for (const [account, said] of [
      [accounts.auditor, 'Your roles do not let you see its batch or deployment.'],
      [accounts.newcomer, "Sorry, you don't have access to this page."],
    ] as const) {
      const theirs = await browser.newPage()
      await world.signIn(theirs, account, `/transactions/${id}`)
      await expect(theirs.getByText(said)).toBeVisible()
      await theirs.close()
    }
  })
})

test('issue 38 a save is one row with what changed, in the company’s timeline and in its transaction', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  await openCompany(page, world, prairie.id)
  await field(page, 'Warning threshold').fill('61')
  await saveChanges(page)
  await page.goto(`${world.consoleUrl}/companies/${prairie.id}/timeline`)
  const timeline = main.getByRole('region', { name: 'Timeline' })
  const saved = timeline.getByRole('listitem').filter({ hasText: 'Saved: ' }).first()
  await expect(saved).toContainText(/^\d\d:\d\d:\d\dSaved: Warning threshold \d+ → 61/)
  await expect(saved).not.toContainText(prairie.name)
  await saved.locator('a[href*="/transactions/"]').press('Enter')
  await expect(main.getByRole('group', { name: 'Outcome' })).toContainText(
    `Done: Save company ${prairie.name}`,
  )
  const order = main.getByRole('region', { name: 'In the order it happened' })
  await expect(order.getByText(/^Save company/)).toHaveCount(1)
  await expect(order.getByRole('row', { name: /^Warning threshold \d+ 61$/ })).toBeVisible()
})
