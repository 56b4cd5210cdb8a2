import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { titled } from './support/titled.ts'
import { exportMenu, saveAs } from './support/workbook.ts'
import { accounts, expect } from './support/world.ts'

const sims = (digits: string) => `89011700000000010${digits}`

test('use 2, 2.14, 16 a company’s SIMs: the worst first, filtered, paged and selected through all of it; on to a batch, to a file; by keyboard, at 390, for axe', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const rows = main.getByRole('table').getByRole('row')
  const counts = main.getByRole('status').filter({ hasText: /of \d/ })
  const bar = main.getByRole('group', { name: 'What is selected' })
  await page.goto(`${world.consoleUrl}/company/sap/1000001`)
  await expect(page).toHaveURL(`${world.consoleUrl}/companies/1`)
  await expect(page).toHaveTitle(titled('Harbor Security · Company'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company Harbor Security')
  const parts = main.getByRole('navigation', { name: 'Parts of this page' })
  await expect(parts.getByRole('link', { name: 'SIMs 410' })).toHaveAttribute('aria-current', 'page')
  await expect(counts.first()).toHaveText('1–50 of 410')
  await expect(main.getByRole('columnheader', { name: 'State' })).toHaveAttribute('aria-sort', 'ascending')

  await test.step('two of the first page stay selected through a page, an order and a filter', async () => {
    await rows.nth(1).getByRole('checkbox').press(' ')
    await rows.nth(2).getByRole('checkbox').press(' ')
    await main.getByRole('button', { name: 'Page 2' }).press('Enter')
    await expect(counts.first()).toHaveText('51–100 of 410')
    await rows.nth(1).getByRole('checkbox').press(' ')
    await main.getByRole('columnheader', { name: 'Panel' }).getByRole('button').press('Enter')
    await expect(page).toHaveURL(/sort=panel/)
    await expect(bar.getByText('3 of 410 selected')).toBeVisible()
    await main.getByRole('searchbox', { name: 'Search SIMs' }).fill('89148')
    await expect(counts.first()).toHaveText(/^1–50 of 20\d that match · 410 in all$/)
    await expect(bar.getByText('3 of them no longer match')).toBeVisible()
    await page.reload()
    await expect(counts.first()).toHaveText(/that match · 410 in all$/)
    await expect(bar).toHaveCount(0)
  })

  await test.step('all that match, then only what was chosen; either may be deactivated (U15)', async () => {
    await main.getByRole('searchbox', { name: 'Search SIMs' }).fill('')
    await expect(counts.first()).toHaveText('1–50 of 410')
    await main.getByRole('combobox', { name: 'Carrier' }).press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/vendorCode=ATT/)
    await expect(counts.first()).toHaveText(/^1–50 of 2\d\d that match · 410 in all$/)
    await rows.first().getByRole('checkbox').press(' ')
    await expect(bar.getByText(/^50 of/)).toBeVisible()
    await bar.getByRole('button', { name: /^Select all 2\d\d that match$/ }).press('Enter')
    await expect(bar.getByText(/^(2\d\d) of \1 selected$/)).toBeVisible()
    const deactivate = bar.getByRole('button', { name: 'Deactivate…' })
    await expect(deactivate).not.toHaveAttribute('aria-disabled', 'true')
    await bar.getByRole('button', { name: 'Only the 50 chosen' }).press('Enter')
    await expect(bar.getByText(/^50 of/)).toBeVisible()
    await bar.getByRole('button', { name: 'Clear' }).press('Enter')
    await expect(bar).toHaveCount(0)
  })

  await test.step('two of them go on, as a file and to the question', async () => {
    for (const digits of ['10', '20'])
      await main
        .getByRole('row', { name: sims(digits) })
        .getByRole('checkbox')
        .check()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await exportMenu(bar, 'Export what is selected').click()
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
    await expect(page.getByText(/^\d+ rows? copied$/)).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^\w+\t.*\n[\s\S]*\n\nCopied \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    const saved = await saveAs(page, 'CSV', exportMenu(bar, 'Export what is selected'))
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(3)
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    // A field that lies half below the header counts as too small a target.
    await page.evaluate(() => scrollTo(0, 0))
    await expect(bar).toBeInViewport()
    await expectNoSideways(page)
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Deactivate…' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Deactivate 2 SIMs?')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  })
})

test('use 2, 2.6, D37 a company’s other parts each at an address: panels, users, settings as they are by now, what happened; the form stays where it is', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const parts = main.getByRole('navigation', { name: 'Parts of this page' })
  await page.goto(`${world.consoleUrl}/companies/2`)
  await test.step('what is changed elsewhere shows by itself', async () => {
    const first = main.getByRole('row').nth(1)
    const iccid = (await first.getByRole('link').first().innerText()).replace(/\s/g, '')
    const cookies = await page.context().cookies(world.consoleUrl)
    const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value
    for (const from of ['Usable', 'Unusable'] as const) {
      const path = `/api/simmanagement/v1/simusability/${iccid}?from=${from}`
      const headers = { authorization: `Bearer ${token}` }
      const answer = await page.request.post(world.consoleUrl + path, { ...reconnecting, headers })
      expect(answer.status()).toBe(200)
      await expect(first.getByText('Unusable')).toHaveCount(from === 'Usable' ? 1 : 0)
    }
  })
  await parts.getByRole('link', { name: /^Panels/ }).press('Enter')
  await expect(page).toHaveURL(`${world.consoleUrl}/companies/2/panels`)
  await main.getByRole('row').nth(1).getByRole('checkbox').check()
  const cloudId = await main.getByRole('row').nth(1).getByRole('link').first().innerText()
  await main.getByRole('button', { name: 'Show in Panel Management' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/panel-management?by=cloudId&ids=${cloudId}`)
  await page.goto(`${world.consoleUrl}/companies/2/users`)
  await expect(main.getByRole('row').nth(1)).toContainText('Administrator')
  await parts.getByRole('link', { name: 'Timeline' }).click()
  await expect(main.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await parts.getByRole('link', { name: 'Settings' }).click()
  const model = main.getByRole('region', { name: 'Network Model Settings' })
  await expect(model.getByText('10.20.0.0/16')).toBeVisible()
  await main.getByRole('link', { name: 'Edit company' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/company/update/2/Prairie%20Alarm/1000002`)
  await main.getByRole('link', { name: 'Prairie Alarm' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/companies/2`)
})

test('use 2, D16 an address of no company says what is like it; without the right it says nothing of it', async ({
  world,
  page,
  browser,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${world.consoleUrl}/companies/4711`)
  await expect(main.getByText('There is no company 4711.')).toBeVisible()
  await page.goto(`${world.consoleUrl}/companies/Harbor`)
  await main.getByRole('link', { name: 'Harbor Security' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/companies/1`)

  const other = await browser.newPage()
  await world.signIn(other, accounts.auditor, '/companies/1')
  for (const id of ['1', '4711']) {
    await other.goto(`${world.consoleUrl}/companies/${id}`)
    await expect(other.getByText("Sorry, you don't have access to this page.")).toBeVisible()
    await expect(other.getByText('Harbor Security')).toHaveCount(0)
  }
  await other.close()
})
