import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('fleet 3 shows coverage, counts as filters in the address, and names what it left out', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto(world.consoleUrl)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Fleet' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet`)
  const seen = main.getByRole('region', { name: 'Seen by the carriers' })
  for (const carrier of ['AT&T', 'Verizon', 'Aeris', 'Wyless'])
    await expect(seen.getByRole('listitem').filter({ hasText: carrier })).toBeVisible()
  await main.getByRole('button', { name: /^Not in a panel/ }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?finding=no-panel`)
  await expect(main.getByRole('status').filter({ hasText: /rows, .* findings$/ })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 1024, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expectNoSideways(page)
    }
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${world.consoleUrl}/fleet?finding=no-panel&colour=red&not-carrier=VZN`)
  await expect(main.getByText('bulk actions are off: colour=red.').first()).toBeVisible()
  await expect(main.getByRole('button', { name: 'Export all that match' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await main.getByRole('button', { name: 'Remove it from the address' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?finding=no-panel&not-carrier=VZN`)
  await main.getByRole('button', { name: /Remove.*Carrier/ }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?finding=no-panel`)
})

const silent = {
  id: 'silent container webconnect-3 since 2026-11-26T09:40:00Z',
  code: 'silent',
  of: { kind: 'container', id: 'webconnect-3' },
  opens: 'container webconnect-3 since 2026-11-26T09:40:00Z',
  things: 6,
  companies: 1,
  company: { companyId: 1, name: 'Harbor Security' },
  since: '2026-11-26T09:40:00.000Z',
  at: '2026-11-26T10:00:00.000Z',
}
const panels = [1, 2, 3, 4, 5, 6].map((n) => `silent panel CBS000000${n}`)

test('fleet 3 selects a row of one cause as the things it stands for, and narrows by company', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const asked: URLSearchParams[] = []
  // No panels fall silent together in this world: what the server says of them is put into its answers.
  await page.route(/\/fleet\/v1\/(?:findings|chosen)\b/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const isList = route.request().url().includes('/findings')
    if (!isList)
      asked.push(new URLSearchParams(new URL(route.request().url()).searchParams.get('filter') ?? ''))
    const list = { rows: [silent], matches: 1, findings: 6 }
    await route.fulfill({
      response,
      json: { ...rest, data: isList ? { ...data, ...list } : { ids: panels } },
    })
  })
  await page.goto(`${world.consoleUrl}/fleet?not-company=1&carrier=ATT,VZN`)
  await expect(main.getByRole('button', { name: /Remove.*not Company.*Harbor Security/ })).toBeVisible()
  await expect(main.getByRole('button', { name: /Remove.*Carrier.*Verizon/ })).toBeVisible()
  const row = main.getByRole('row').filter({ hasText: '6 on webconnect-3' })
  await expect(row).toContainText('Harbor Security')
  const box = row.getByRole('checkbox')
  const selection = main.getByRole('group', { name: 'Selection' })
  await box.press(' ')
  await expect(selection).toContainText('6 selected')
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    'not-company': '1',
    carrier: 'ATT,VZN',
    finding: 'silent',
    cause: silent.opens,
  })
  await expect(selection.getByRole('button', { name: 'Open in Panel Management' })).toBeInViewport()
  await expectAccessible(page)
  await box.press(' ')
  await expect(selection).toHaveCount(0)
  await box.press(' ')
  await selection.getByRole('button', { name: 'Select all 6 that match' }).press('Enter')
  await expect(box).toBeChecked()
  await expect(selection).toContainText('6 selected')
  await main.getByRole('button', { name: 'View', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save view…' }).press('Enter')
  const dialog = page.getByRole('dialog').and(page.locator('[open]'))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Not Harbor')
  await dialog.getByRole('checkbox', { name: 'Was, or should be' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page).toHaveURL(/not-company=1.*&view=/)
  await expect(main.getByRole('columnheader', { name: 'Was, or should be' })).toHaveCount(0)
  // What belongs to a view is no filter.
  await expect(main.getByText('Part of the filter was ignored')).toHaveCount(0)
  await page.goto(`${world.consoleUrl}/fleet?company=1`)
  const company = main.getByRole('combobox', { name: 'Company' })
  await expect(company).toHaveText(/^Harbor Security/)
  await company.press('Enter')
  await page.getByRole('option', { name: 'Any company' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet`)
})
