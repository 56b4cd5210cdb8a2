import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { daysInForm, expectLastDays, today } from './support/log-days.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import {
  allTime,
  call,
  checkAllTime,
  chips,
  choose,
  count,
  failing,
  happy,
  openSubRows,
  rows,
  screen,
  search,
  searchButton,
  shownRows,
  simId,
  transactionId,
  transactionLinks,
  unknown,
} from './support/sim-activity.ts'
import { exportMenu } from './support/workbook.ts'
import { expect } from './support/world.ts'

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}${screen}`)
})

test('2.7, 9 SimID is chosen, the dates are the last 7 days and cannot be cleared, and All Time is not there yet', async ({
  page,
}) => {
  await expect(page.getByRole('radio', { name: 'SimID' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('All')
  await expect(page.getByRole('combobox', { name: 'Carrier' })).toHaveText('All')
  await expect(allTime(page)).toHaveCount(0)
  const day = await today(page)
  await page.reload()
  await expectLastDays(page, day)
  const year = page.getByRole('group', { name: 'Start date' }).first().getByRole('spinbutton').first()
  const before = (await year.getAttribute('aria-valuenow')) ?? ''
  await year.focus()
  for (let i = 0; i < 5; i++) await page.keyboard.press('Backspace')
  await simId(page).focus()
  await expect(year).toHaveAttribute('aria-valuenow', before)
  await expectLastDays(page, day)
  for (const [label, options] of [
    ['Status', ['All', 'Activated', 'Deactivated', 'Error', 'RatePlanChanged', 'ChangingRatePlan']],
    ['Carrier', ['All', 'AT&T', 'Verizon']],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click()
    await expect(page.getByRole('option')).toHaveText([...options])
    await page.keyboard.press('Escape')
  }
})

test('2.7, D29 what is selected in the table is the whole SIM ID and transaction, never mixed with words for the ear', async ({
  page,
}) => {
  await search(page, happy)
  const first = rows(page).first()
  const cell = first.locator('td').nth(1)
  await expect(cell).toHaveText(happy)
  const selected = () => page.evaluate(() => String(getSelection()))
  for (const clickCount of [2, 3]) {
    await cell.click({ clickCount })
    expect((await selected()).trim()).toBe(happy)
  }
  await first.evaluate((row) => getSelection()?.selectAllChildren(row))
  const id = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/
  const copied = (await selected()).split(/[\t\n]/).map((part) => part.trim())
  expect(copied).toContain(happy)
  expect(copied).toContainEqual(expect.stringMatching(new RegExp(`^${id.source}$`)))
  expect(copied.join(' ')).not.toMatch(/All of transaction|…|Sub rows/)
})

test('2.7 a search shows the columns, newest first, with sub rows and error rows', async ({ page }) => {
  await search(page, happy)
  await expect(page.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText([
    'Sub rows',
    'Sim ID',
    'Status',
    'Status Description',
    'Date (UTC)',
    /^Local Time \(UTC−0[45]:00\)$/,
    'TransactionID',
    'SubTransId',
  ])
  await expect(rows(page).first()).toBeVisible()
  const { from, to } = await daysInForm(page)
  await expect(page).toHaveURL(new RegExp(`simId=${happy}&from=${from}&to=${to}$`))
  const mains = await shownRows(page)
  const dates = mains.map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
  await openSubRows(page)
  const all = await shownRows(page)
  expect(all.length).toBeGreaterThan(mains.length)
  // A sub row leaves out the SIM and the transaction, and has its own id.
  const subRows = all.filter((row) => row.simId === '' && row.transactionId === '')
  expect(subRows).toHaveLength(all.length - mains.length)
  for (const row of subRows) expect(row.subTransactionId).toMatch(/^[\da-f-]{36}$/)

  await checkAllTime(page)
  await choose(page, 'Status', 'Error')
  // A closed row hides no error: it shows one that comes later beside its own status.
  for (const row of await shownRows(page))
    if (row.simId !== '') expect([row.status, row.later]).toContain('Error')
  await openSubRows(page)
  const errors = await shownRows(page)
  expect(errors.some(({ isError }) => isError)).toBe(true)
  for (const row of errors) expect(row.isError).toBe(row.status === 'Error')
})

test('2.7 a status beyond those of the filter is shown as it comes', async ({ page }) => {
  const others = ['Unusable', 'Usable', 'Imported', 'AVeryLongStatusFromAnImportOfThePast']
  await page.route(call, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    for (const [index, status] of others.entries()) envelope.data.items[index].status = status
    await route.fulfill({ json: envelope })
  })
  await search(page, happy)
  await expect(rows(page).first()).toBeVisible()
  expect((await shownRows(page)).slice(0, others.length).map(({ status }) => status)).toEqual(others)
  await choose(page, 'Status', 'Activated')
  for (const row of await shownRows(page)) expect([row.status, row.later]).toContain('Activated')
})

test('2.7, 2.14 All Time comes after a search for that SIM, asks for all there is in pages of 100, and goes when the SIM changes', async ({
  page,
}) => {
  await search(page, happy)
  await expect(allTime(page)).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  const asked = page.waitForRequest(call)
  await checkAllTime(page)
  const query = new URL((await asked).url()).searchParams
  expect(query.get('allTime')).toBe('true')
  expect(query.get('timeZone')).toBe('America/New_York')
  expect(['-300', '-240']).toContain(query.get('timeOffset'))
  await expect(page).toHaveURL(/allTime=true/)
  await expect(page.getByRole('group', { name: 'Start date' }).first()).toHaveAttribute(
    'data-disabled',
    'true',
  )

  await expect(rows(page)).toHaveCount(100)
  await expect(count(page, /^1–100 of \d{3}/)).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(count(page, /^101–200 of/)).toBeVisible()
  await page.getByRole('columnheader', { name: 'Date (UTC)' }).getByRole('button').click()
  await expect(page).not.toHaveURL(/page=/)
  await expect(page).toHaveURL(/sort=date&direction=asc/)
  // The address says it before the rows are drawn.
  await expect(page.getByRole('columnheader', { name: 'Date (UTC)' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const dates = (await shownRows(page)).map(({ date }) => date)
  expect(dates).toEqual([...dates].sort())

  await page.getByRole('button', { name: 'Remove filter Dates All Time' }).click()
  await expect(page).not.toHaveURL(/allTime/)
  await expect(allTime(page)).not.toBeChecked()
  await simId(page).fill(unknown)
  await expect(allTime(page)).toHaveCount(0)
})

test('2.7, D25 the Status and Carrier filters work on what is shown, stand in the address, and go with their chips', async ({
  page,
}) => {
  await search(page, happy)
  await checkAllTime(page)
  await choose(page, 'Status', 'Deactivated')
  await expect(page).toHaveURL(/status=Deactivated/)
  for (const { status } of await shownRows(page)) expect(status).toBe('Deactivated')
  await choose(page, 'Carrier', 'Verizon')
  await expect(page.getByText('No Sim Data found')).toBeVisible()
  await expect(page.getByText(/None of the \d+ transactions has this status and carrier/)).toBeVisible()
  await expect(exportMenu(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('No Sim Data found')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Carrier Verizon' }).click()
  await page.getByRole('button', { name: 'Remove filter Status Deactivated' }).click()
  await expect(count(page, /^1–100 of/)).toBeVisible()
})

test('5, use 3, robustness 6 asks for a SIM ID, for a transaction id, and for dates that are some and in order; Enter searches', async ({
  page,
  world,
}) => {
  await searchButton(page).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await simId(page).fill('12345')
  await expect(page.getByText('A SIM ID has 18 to 22 digits. This one has 5.')).toBeVisible()
  await page.getByRole('radio', { name: 'TransactionID' }).check()
  await searchButton(page).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await transactionId(page).fill('abc')
  await expect(page.getByText(/^A transaction ID looks like/)).toBeVisible()
  await page.goto(`${world.consoleUrl}${screen}?txid=nonsense`)
  await expect(page.getByText(/^A transaction ID looks like/)).toBeVisible()
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}${screen}?simId=${happy}`)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('group', { name: 'Start date' }).first().getByRole('spinbutton').first().focus()
  await page.keyboard.type('2999')
  await expect(page.getByText('The end date is before the start date.')).toBeVisible()
  await searchButton(page).click()
  await expect(page).not.toHaveURL(/2999/)
  // use 3: Enter searches from a date as from any other field.
  await page.getByRole('group', { name: 'Start date' }).first().getByRole('spinbutton').first().focus()
  await page.keyboard.type('2024')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2024-/)

  // robustness 6: an address with impossible days says so at the field, and searches no others in their place.
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}${screen}?simId=${happy}&from=2026-02-30&to=2026-11-20`)
  await expect(page.getByText('2026-02-30 in the address is not a day from 1970 to 2999.')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('group', { name: 'Start date' }).first().getByRole('spinbutton').first().focus()
  await page.keyboard.type('2024')
  await expect(page.getByText('in the address is not a day from')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2024-/)
  await expect(rows(page).first()).toBeVisible()
})

test("8 an unknown SIM has 'No Sim Data found' and nothing to download; a failure says 'Error occured', and Try again brings the rows", async ({
  page,
}) => {
  await search(page, unknown)
  await expect(page.getByText('No Sim Data found')).toBeVisible()
  await expect(page.getByText(/tick All Time/)).toBeVisible()
  await expect(exportMenu(page)).toHaveCount(0)
  await failing(page)
  await search(page, happy)
  await expect(page.getByText('Error occured')).toBeVisible()
  await expect(page.getByText('500 Internal Server Error. Something went wrong.')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('2.7, D28 has no accessibility violation with rows, nor by transaction with a failure; only the table scrolls sideways', async ({
  page,
}) => {
  // Axe takes its time on a busy machine.
  test.slow()
  await search(page, happy)
  await choose(page, 'Status', 'Error')
  await expect(rows(page).first()).toBeVisible()
  await openSubRows(page)
  await expectAccessible(page)
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSideways(page)
  }
  await failing(page)
  await transactionLinks(page).first().click()
  await expect(page.getByText('Error occured')).toBeVisible()
  await expect(chips(page)).toContainText('TransactionID')
  await expectAccessible(page)
})
