import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('52.8 Fleet says how far it is known, groups by its address, and names what it left out', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto(world.consoleUrl)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Fleet' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet`)
  const seen = main.getByRole('region', { name: 'How far this is known' })
  await expect(seen.getByRole('heading', { name: 'Panels silent now' })).toBeVisible()
  for (const carriers of ['AT&T', 'Verizon', 'Aeris, Wyless'])
    await expect(seen.getByRole('heading', { name: `${carriers}: SIMs seen in 24 hours` })).toBeVisible()
  const grouped = main.getByRole('group', { name: 'Grouped' })
  for (const [name, by] of [
    ['By company', '?by=company'],
    ['By carrier', '?by=carrier'],
    ['One by one', '?by=thing'],
    ['By cause', ''],
  ] as const) {
    await grouped.getByRole('button', { name }).click()
    await expect(page).toHaveURL(`${world.consoleUrl}/fleet${by}`)
  }
  await expect(main.getByRole('status').filter({ hasText: /^\d+ causes?$/ })).toBeVisible()
  // U3: no row says nothing of the panels that Pathfinder was not asked about.
  const asked = main.getByText(/Pathfinder was asked about [\d,]+ of [\d,]+ panels\./)
  await expect(asked).toBeVisible()
  await main.getByRole('link', { name: 'Other environment', exact: true }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?finding=other-environment`)
  await expect(asked).toBeVisible()
  await expect(main.getByText(/SIMs have not been checked/)).toHaveCount(0)
  await page.goBack()
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
  await expect(main.getByText('These SIMs are active at the carrier')).toBeVisible()
})

const hours = Array.from({ length: 24 }, (_, hour) => (hour < 22 ? 0 : 6))
const outage = {
  row: 'group',
  id: 'outage container webconnect-3',
  kind: 'outage',
  outage: {
    outageId: '77',
    of: { kind: 'container', id: 'webconnect-3' },
    name: 'webconnect-3',
    members: 369,
    usual: 2,
  },
  things: 6,
  silent: 6,
  notConnected: 0,
  companies: 1,
  company: { companyId: 1, name: 'Harbor Security' },
  carriers: ['ATT'],
  since: '2026-11-26T09:40:00.000Z',
  newest: '2026-11-26T09:44:00.000Z',
  hours,
  checkedAt: null,
}
const notChecked = {
  ...outage,
  id: 'not-looked-at',
  kind: 'not-looked-at',
  outage: null,
  things: 3,
  silent: 2,
  notConnected: 1,
}
const panels = [1, 2, 3, 4, 5, 6].map((n) => `silent panel CBS000000${n}`)

test('52.8 a row of one cause is selected, opened and checked as the things it stands for', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const asked: URLSearchParams[] = []
  // No panels fall silent together in this world: what the server says of them is put into its answers.
  await page.route(/\/fleet\/v1\/(?:findings|chosen)\b/, async (route) => {
    const response = await route.fetch(reconnecting)
    const { data, ...rest } = await response.json()
    const isList = route.request().url().includes('/findings')
    if (!isList)
      asked.push(new URLSearchParams(new URL(route.request().url()).searchParams.get('filter') ?? ''))
    const list = { rows: [outage, notChecked], matches: 2, things: 9 }
    await route.fulfill({
      response,
      json: { ...rest, data: isList ? { ...data, ...list } : { ids: panels } },
    })
  })
  await page.goto(`${world.consoleUrl}/fleet?not-company=1&carrier=ATT,VZN`)
  await expect(main.getByRole('button', { name: /Remove.*not Company.*Harbor Security/ })).toBeVisible()
  await expect(main.getByRole('button', { name: /Remove.*Carrier.*Verizon/ })).toBeVisible()
  const row = main.getByRole('row').filter({ hasText: 'Outage on webconnect-3' })
  await expect(row).toContainText('of 369 in all, usually 2 · Harbor Security · AT&T')
  await expect(row.getByRole('link', { name: 'Open the outage', exact: true })).toHaveAttribute(
    'href',
    '/outages/77',
  )
  await expect(row.getByRole('img', { name: '0 a day ago, 6 now' })).toBeVisible()
  const others = main.getByRole('row').filter({ hasText: 'Not reporting, not checked' })
  await expect(others).toContainText('2 silent · 1 not connected')
  const box = row.getByRole('checkbox')
  const selection = main.getByRole('group', { name: 'Selection' })
  await box.press(' ')
  await expect(selection).toContainText('6 selected')
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    'not-company': '1',
    carrier: 'ATT,VZN',
    cause: outage.id,
  })
  await expect(selection.getByRole('button', { name: 'Open in Panel Management' })).toBeInViewport()
  await expectAccessible(page)
  await box.press(' ')
  await expect(selection).toHaveCount(0)
  await box.press(' ')
  await selection.getByRole('button', { name: 'Select all 9 that match' }).press('Enter')
  await expect(box).toBeChecked()
  await expect(selection).toContainText('6 selected')
  await main.getByRole('button', { name: 'View', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save view…' }).press('Enter')
  const dialog = page.getByRole('dialog').and(page.locator('[open]'))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Not Harbor')
  await dialog.getByRole('checkbox', { name: 'Last 24 hours' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page).toHaveURL(/not-company=1.*&view=/)
  await expect(main.getByRole('columnheader', { name: 'Last 24 hours' })).toHaveCount(0)
  // What belongs to a view is no filter.
  await expect(main.getByText('Part of the filter was ignored')).toHaveCount(0)
  // What was not looked at is looked at from its row: by name, and nothing else.
  const looked = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/diagnosis\/v1\/looks$/.test(request.url()),
  )
  await others.getByRole('button', { name: 'Check these' }).press('Enter')
  expect((await looked).postDataJSON()).toEqual({
    kind: 'named',
    things: panels.map((id) => id.replace('silent ', '')),
  })
  await row.getByRole('link', { name: /^Outage on webconnect-3/ }).press('Enter')
  await expect(page).toHaveURL(/cause=outage\+container\+webconnect-3/)
  await expect(main.getByRole('button', { name: /Remove.*Cause.*Outage on webconnect-3/ })).toBeVisible()
  await page.goto(`${world.consoleUrl}/fleet?company=1`)
  const company = main.getByRole('combobox', { name: 'Company' })
  await expect(company).toHaveText(/^Harbor Security/)
  await company.press('Enter')
  await page.getByRole('option', { name: 'Any company' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet`)
})
