import { expectAccessible } from './support/accessibility.ts'
import { names, rows, search } from './support/companies.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

const list = /companymanager\/v1\/companies$/

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}/company`)
  await expect(rows(page).first()).toBeVisible()
})

test('2.6, 9 lists 50 companies a page by name, with their SAP Company ID, sales region and Click to Edit', async ({
  page,
}) => {
  await expect(page.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText([
    'Company name',
    'SAP Company ID',
    'Sales region',
    'Edit',
  ])
  await expect(page.getByRole('columnheader', { name: 'Company name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(rows(page)).toHaveCount(50)
  // What was read says so by being there (8).
  await expect(page.getByText(/^(Success|Operation Done)/)).toHaveCount(0)
  const shown = await names(page)
  expect(shown).toEqual([...shown].sort(new Intl.Collator('en-US').compare))
  await search(page).fill('prairie alarm')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toHaveText(/Prairie Alarm\s*1000002\s*ca\s*Click to Edit/)
})

test('2.6, D25 search, order and page stand in the address, and Back brings them', async ({ page }) => {
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await page.getByRole('columnheader', { name: 'SAP Company ID' }).getByRole('button').click()
  await expect(page).toHaveURL(/\?sort=sapCompanyId&direction=asc$/)
  await expect(rows(page).first()).toContainText('1000001')

  // A new search begins on its first page.
  await page.getByRole('button', { name: 'Next page' }).click()
  await search(page).fill('GUARD us')
  await expect(page).toHaveURL(/search=GUARD\+us/)
  await expect(page).not.toHaveURL(/page=/)
  // The rows of the search before it go first.
  await expect(rows(page).filter({ hasNotText: /Guard[\s\S]*us/ })).toHaveCount(0)
  await expect(rows(page)).not.toHaveCount(0)
  const found = await rows(page).count()
  expect(found).toBeGreaterThan(0)

  await refreshIsOver(page)
  await page.reload()
  await expect(search(page)).toHaveValue('GUARD us')
  await expect(rows(page)).toHaveCount(found)

  // To a company and back: the list is as it was left.
  await rows(page).first().getByRole('link').click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Companies' }).click()
  await expect(page).toHaveURL(/\/company\?sort=sapCompanyId&direction=asc&search=GUARD\+us/)
  await expect(rows(page)).toHaveCount(found)

  await search(page).fill('no such company')
  await expect(page.getByText('No items found')).toBeVisible()
  await expect(page.getByText(/No company matches “no such company”/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear Search companies' }).click()
  await expect(rows(page)).toHaveCount(50)
})

test('2.6, 2.3 a click anywhere on the row, or Enter on it, opens the update screen with a readable address', async ({
  page,
  world,
}) => {
  await search(page).fill('1000002')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByText('Click to Edit').click()
  await expect(page).toHaveURL(`${world.consoleUrl}/company/update/2/Prairie%20Alarm/1000002`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company Management')
  await page.goBack()
  await expect(search(page)).toHaveValue('1000002')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Company name' })).toHaveValue('Prairie Alarm')
})

test('2.6 a list of 10,000 companies opens and filters; HTML, quotes, accents and right-to-left names are text', async ({
  page,
  world,
}) => {
  const special = [
    '<img src=x onerror="document.title=1"> & "Söhne"',
    'شركة الأمان',
    "O'Neill “Élite” & Fils",
    `${'Very long name '.repeat(13)}end`,
  ]
  await page.route(list, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    envelope.data.companyInfos = Array.from({ length: 10_000 }, (_, at) => ({
      companyId: at + 1,
      companyName: special[at] ?? `Company ${at}`,
      sapCompanyId: String(5_000_000 + at),
      sapSalesRegion: at % 2 ? 'us' : 'ca',
    }))
    await route.fulfill({ json: envelope })
  })
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}/company`)
  await expect(page.getByRole('main').getByText('1–50 of 10,000')).toBeVisible()
  await search(page).fill('elite oneill')
  await expect(page.getByText('No items found')).toBeVisible()
  await search(page).fill("ELITE O'NEILL")
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('<img')
  await expect(rows(page).first()).toContainText(special[0] ?? '')
  await expect(page).not.toHaveTitle('1')
  await search(page).fill('الأمان')
  await expect(rows(page).locator('[dir=auto]')).toHaveText(special[1] ?? '')
  await search(page).fill('very long')
  await expect(rows(page)).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
})

test('8 a list that cannot be read says why, and Try again brings it', async ({ page, world }) => {
  await page.route(list, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}/company`)
  await expect(page.getByText('Error occured')).toBeVisible()
  await expect(page.getByText('500 Internal Server Error. Something went wrong.')).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(50)
})

test('2.6, D28 the list has no accessibility violation, and only the table scrolls sideways', async ({
  page,
}) => {
  test.slow()
  await expectAccessible(page)
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSideways(page)
  }
})
