import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { parseCsv } from '../apps/server/src/testing/parse-csv.ts'
import { expectAccessible } from './support/accessibility.ts'
import { accounts, expect, test } from './support/world.ts'

const happy = '8901170000000000013'
const unknown = '8901170000000099998'
const screen = '/simactivationdetail'

const simId = (page: Page): Locator => page.getByRole('textbox', { name: 'SIM ID' })
const transactionId = (page: Page): Locator => page.getByRole('textbox', { name: 'TransactionID' })
const searchButton = (page: Page): Locator => page.getByRole('button', { name: 'Search', exact: true })
const downloadButton = (page: Page): Locator => page.getByRole('button', { name: 'Download' })
const allTime = (page: Page): Locator => page.getByRole('checkbox', { name: 'All Time' })
/** Main and sub rows, without the header. */
const rows = (page: Page): Locator => page.locator('tbody tr[data-key]')
/** The tool bar's count; the same is announced. */
const count = (page: Page, text: RegExp): Locator => page.getByRole('main').getByText(text)
const chips = (page: Page): Locator => page.getByRole('list', { name: 'Active filters' })

async function search(page: Page, id: string): Promise<void> {
  await simId(page).fill(id)
  await searchButton(page).click()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function openSubRows(page: Page): Promise<void> {
  const closed = page.getByRole('button', { name: /^Sub rows of/, expanded: false })
  await closed.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click()
  })
  await expect(closed).toHaveCount(0)
}

/** The rows as they are read: the text of each cell, the whole of what is shortened for the eye. */
const shownRows = (page: Page): Promise<string[][]> =>
  rows(page).evaluateAll((all) =>
    all.map((row) =>
      // Before the seven columns stands the one that opens sub rows, where any row has some.
      ['', ...[...row.querySelectorAll('td')].slice(-7)].map((cell) => {
        if (typeof cell === 'string') return cell
        const copy = cell.cloneNode(true) as HTMLElement
        for (const hidden of copy.querySelectorAll('[aria-hidden="true"], button, [popover]')) hidden.remove()
        return copy.textContent.replace(/^All of transaction /, '').trim()
      }),
    ),
  )

async function save(page: Page): Promise<{ file: Download; lines: string[][] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), downloadButton(page).click()])
  return { file, lines: parseCsv(await readFile(await file.path(), 'utf8')) }
}

/** A day so many days ago by the browser's calendar. */
const dayAgo = (page: Page, days: number): Promise<string> =>
  page.evaluate((back) => {
    const now = new Date()
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)
    return new Intl.DateTimeFormat('en-CA').format(day)
  }, days)

test.beforeEach(async ({ world, page }) => {
  await world.signIn(page, accounts.support, screen)
})

test('2.7, 9 SimID is chosen, the dates are the last 7 days and cannot be cleared, and All Time is not there yet', async ({
  page,
}) => {
  await expect(page.getByRole('radio', { name: 'SimID' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('All')
  await expect(page.getByRole('combobox', { name: 'Carrier' })).toHaveText('All')
  await expect(allTime(page)).toHaveCount(0)
  const [first, last] = [await dayAgo(page, 7), await dayAgo(page, 0)]
  const start = page.getByRole('group', { name: 'Start date' }).first()
  const end = page.getByRole('group', { name: 'End date' }).first()
  await expect(start).toContainText(new RegExp(first.split('-').join('\\W*')))
  await expect(end).toContainText(new RegExp(last.split('-').join('\\W*')))
  await start.getByRole('spinbutton').first().focus()
  for (let i = 0; i < 5; i++) await page.keyboard.press('Backspace')
  await simId(page).focus()
  await expect(start).toContainText(new RegExp(first.split('-').join('\\W*')))
  for (const [label, options] of [
    ['Status', ['All', 'Activated', 'Deactivated', 'Error', 'RatePlanChanged', 'ChangingRatePlan']],
    ['Carrier', ['All', 'AT&T', 'Verizon']],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click()
    await expect(page.getByRole('option')).toHaveText([...options])
    await page.keyboard.press('Escape')
  }
})

test('2.7 a search shows the columns, newest first, with sub rows and error rows', async ({ page }) => {
  await search(page, happy)
  await expect(page.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText([
    'Sim ID',
    'Status',
    'Status Description',
    'Date (UTC)',
    /^Local Time \(UTC−0[45]:00\)$/,
    'TransactionID',
    'SubTransId',
  ])
  await expect(rows(page).first()).toBeVisible()
  await expect(page).toHaveURL(
    new RegExp(`simId=${happy}&from=${await dayAgo(page, 7)}&to=${await dayAgo(page, 0)}$`),
  )
  const dates = (await shownRows(page)).map((cells) => cells[4] ?? '')
  expect(dates).toEqual([...dates].sort().reverse())
  const mains = dates.length
  await openSubRows(page)
  const all = await shownRows(page)
  expect(all.length).toBeGreaterThan(mains)
  // A sub row leaves out the SIM and the transaction, and has its own id.
  expect(all.filter((cells) => cells[1] === '' && /^[\da-f-]{36}$/.test(cells[7] ?? ''))).toHaveLength(
    all.length - mains,
  )
  await allTime(page).check()
  await choose(page, 'Status', 'Error')
  await openSubRows(page)
  const states = await rows(page).evaluateAll((each) =>
    each.map((row) => [[...row.querySelectorAll('td')].at(-6)?.textContent, row.getAttribute('data-state')]),
  )
  expect(states.some(([status]) => status === 'Error')).toBe(true)
  for (const [status, state] of states) expect(state === 'error').toBe(status === 'Error')
})

test('2.7 All Time comes after a search for that SIM, asks for all there is, and goes when the SIM changes', async ({
  page,
}) => {
  await search(page, happy)
  await expect(allTime(page)).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  const asked = page.waitForRequest(/simactivationdetail\/v1\/details/)
  await allTime(page).check()
  const query = new URL((await asked).url()).searchParams
  expect(query.get('allTime')).toBe('true')
  expect(query.get('timeZone')).toBe('America/New_York')
  expect(['-300', '-240']).toContain(query.get('timeOffset'))
  await expect(count(page, /^1–100 of \d{3}/)).toBeVisible()
  await expect(page).toHaveURL(/allTime=true/)
  await expect(chips(page)).toContainText('All Time')
  await expect(page.getByRole('group', { name: 'Start date' }).first()).toHaveAttribute(
    'data-disabled',
    'true',
  )
  await page.getByRole('button', { name: 'Remove filter Dates All Time' }).click()
  await expect(page).not.toHaveURL(/allTime/)
  await allTime(page).check()
  await simId(page).fill(unknown)
  await expect(allTime(page)).toHaveCount(0)
})

test('2.7, 2.14 there are 100 rows on a page, and a sort begins on the first', async ({ page }) => {
  await search(page, happy)
  await allTime(page).check()
  await expect(rows(page)).toHaveCount(100)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(count(page, /^101–200 of/)).toBeVisible()
  await page.getByRole('columnheader', { name: 'Date (UTC)' }).getByRole('button').click()
  await expect(page).not.toHaveURL(/page=/)
  await expect(page).toHaveURL(/sort=date&direction=asc/)
  const dates = (await shownRows(page)).map((cells) => cells[4] ?? '')
  expect(dates).toEqual([...dates].sort())
})

test('2.7, D25 the Status and Carrier filters work on what is shown, stand in the address, and go with their chips', async ({
  page,
}) => {
  await search(page, happy)
  await allTime(page).check()
  await expect(count(page, /^1–100 of/)).toBeVisible()
  await choose(page, 'Status', 'Deactivated')
  await expect(page).toHaveURL(/status=Deactivated/)
  await expect(rows(page).first()).toBeVisible()
  for (const [, , status] of await shownRows(page)) expect(status).toBe('Deactivated')
  await choose(page, 'Carrier', 'Verizon')
  await expect(page.getByText('No Sim Data found')).toBeVisible()
  await expect(page.getByText(/none of them has this status and carrier/)).toBeVisible()
  await expect(downloadButton(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('No Sim Data found')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Carrier Verizon' }).click()
  await page.getByRole('button', { name: 'Remove filter Status Deactivated' }).click()
  await expect(count(page, /^1–100 of/)).toBeVisible()
})

test('2.7, D22 the CSV holds exactly the rows of the table, sub rows too', async ({ page }) => {
  await search(page, happy)
  await expect(rows(page).first()).toBeVisible()
  const { file, lines } = await save(page)
  expect(file.suggestedFilename()).toBe(
    `sim-activity-${happy}-${await dayAgo(page, 7)}-to-${await dayAgo(page, 0)}.csv`,
  )
  const [head, ...body] = lines
  expect(head).toEqual([
    'SimId',
    'Carrier',
    'Status',
    'UTCDate',
    'LocalStartTime',
    'LocalDate',
    'TransactionID',
    'StatusDescription',
  ])
  await openSubRows(page)
  const withoutOffset = (time = '') => time.replace(/ [−-]\d\d:\d\d$/, '')
  let main: string[] = []
  const expected = (await shownRows(page)).map((cells) => {
    if (cells[1] !== '') main = cells
    const [, , status = '', description = '', date = ''] = cells
    return [
      main[1],
      'AT&T',
      status,
      date,
      withoutOffset(main[5]),
      withoutOffset(cells[5]),
      main[6],
      description,
    ]
  })
  expect(body).toEqual(expected)

  await allTime(page).check()
  await choose(page, 'Status', 'Deactivated')
  await page.getByRole('columnheader', { name: 'Date (UTC)' }).getByRole('button').click()
  await expect(page).toHaveURL(/direction=asc/)
  const filtered = await save(page)
  expect(filtered.file.suggestedFilename()).toBe(`sim-activity-${happy}-all-time.csv`)
  expect(filtered.lines.slice(1).map((line) => [line[0], line[2], line[3]])).toEqual(
    (await shownRows(page)).map((cells) => [cells[1], cells[2], cells[4]]),
  )
})

test('2.7 a transaction id leads to its transaction, and Back to the SIM', async ({ page }) => {
  await search(page, happy)
  const link = page.getByRole('link', { name: /^All of transaction/ }).first()
  const id = ((await link.textContent()) ?? '').slice(-36)
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${screen}\\?txid=${id}$`))
  await expect(page.getByRole('radio', { name: 'TransactionID' })).toBeChecked()
  await expect(transactionId(page)).toHaveValue(id)
  await expect(rows(page)).toHaveCount(1)
  const { file, lines } = await save(page)
  expect(file.suggestedFilename()).toBe(`sim-activity-transaction-${id}.csv`)
  expect(lines[1]?.[6]).toBe(id)
  await page.goBack()
  await expect(simId(page)).toHaveValue(happy)
  await expect(page.getByRole('radio', { name: 'SimID' })).toBeChecked()
  await page.getByRole('radio', { name: 'TransactionID' }).check()
  await transactionId(page).fill(id)
  await searchButton(page).click()
  await expect(rows(page)).toHaveCount(1)
})

test('2.3, 2.7 /simactivitylog is the same without the frame, TransactionID with a txid', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/simactivitylog?txid=79e8af3e-0000-4000-8000-0000000061ff`)
  await expect(page.getByRole('radio', { name: 'TransactionID' })).toBeChecked()
  await expect(page.getByText('No Sim Data found')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.goto(`${world.consoleUrl}/simactivitylog?simId=${happy}`)
  await expect(page.getByRole('radio', { name: 'SimID' })).toBeChecked()
  await page
    .getByRole('link', { name: /^All of transaction/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/simactivitylog\?txid=/)
  await expect(rows(page)).toHaveCount(1)
})

test('5 asks for a SIM ID, for a transaction id, and for dates in order', async ({ page, world }) => {
  await searchButton(page).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await simId(page).fill('12345')
  await expect(page.getByText('A SIM ID has 18 to 22 digits. This one has 5.')).toBeVisible()
  await page.getByRole('radio', { name: 'TransactionID' }).check()
  await searchButton(page).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await transactionId(page).fill('abc')
  await expect(page.getByText(/^A transaction id looks like/)).toBeVisible()
  await page.goto(`${world.consoleUrl}${screen}?txid=nonsense`)
  await expect(page.getByText(/^A transaction id looks like/)).toBeVisible()
  await page.goto(`${world.consoleUrl}${screen}?simId=${happy}`)
  await expect(rows(page).first()).toBeVisible()
  const start = page.getByRole('group', { name: 'Start date' }).first()
  await start.getByRole('spinbutton').first().focus()
  await page.keyboard.type('2999')
  await expect(page.getByText('The end date is before the start date.')).toBeVisible()
  await searchButton(page).click()
  await expect(page).not.toHaveURL(/2999/)
})

test("8 an unknown SIM has 'No Sim Data found' and nothing to download", async ({ page }) => {
  await search(page, unknown)
  await expect(page.getByText('No Sim Data found')).toBeVisible()
  await expect(page.getByText(/tick All Time/)).toBeVisible()
  await expect(downloadButton(page)).toHaveCount(0)
})

test("8 a failure says 'Error occured', and Try again brings the rows", async ({ page }) => {
  await page.route(/simactivationdetail\/v1\/details/, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await search(page, happy)
  await expect(page.getByText('Error occured')).toBeVisible()
  await expect(page.getByText('500 Internal Server Error. Something went wrong.')).toBeVisible()
  await page.unroute(/simactivationdetail\/v1\/details/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('7, D8 each search and download is recorded, the search under the id of its call', async ({ page }) => {
  const entry = (what: string) =>
    page.waitForRequest(
      (request) => request.url().includes('/activitylog') && (request.postData() ?? '').includes(what),
    )
  const recorded = entry('Search activity')
  const asked = page.waitForRequest(/simactivationdetail\/v1\/details/)
  await search(page, happy)
  const first = await recorded
  const days = `${await dayAgo(page, 7)} to ${await dayAgo(page, 0)}`
  expect(first.postDataJSON()).toMatchObject({
    Email: accounts.support,
    Activity: 'Sim Activity Logs',
    ActionMessage: `Search activity of SIM ${happy}, ${days}`,
  })
  expect(first.headers()['x-transaction-id']).toBe((await asked).headers()['x-transaction-id'])
  await expect(rows(page).first()).toBeVisible()
  const again = entry('Search activity')
  await searchButton(page).click()
  expect((await again).headers()['x-transaction-id']).not.toBe(first.headers()['x-transaction-id'])
  await expect(downloadButton(page)).toBeVisible()
  const downloaded = entry('Download SIM activity')
  await downloadButton(page).click()
  expect((await downloaded).postDataJSON().ActionMessage).toContain(`sim-activity-${happy}`)
})

test('D16 an auditor may search and download', async ({ browser, world }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await world.signIn(page, accounts.auditor, screen)
  await search(page, happy)
  await expect(downloadButton(page)).toBeVisible()
  await context.close()
})

test('2.7, D28 has no accessibility violation: empty, with rows, by transaction, with a failure', async ({
  page,
}) => {
  test.slow()
  await expect(page.getByRole('group', { name: 'Start date' }).first()).toBeVisible()
  await expectAccessible(page)
  await search(page, happy)
  await expect(rows(page).first()).toBeVisible()
  await openSubRows(page)
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /^All of transaction/ })
    .first()
    .click()
  await expect(rows(page)).toHaveCount(1)
  await expectAccessible(page)
  await page.route(/simactivationdetail\/v1\/details/, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await searchButton(page).click()
  await expect(page.getByText('Error occured')).toBeVisible()
  await expectAccessible(page)
})

for (const width of [390, 1024])
  test(`2.7, D28 fits ${width} pixels: only the table scrolls sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await search(page, happy)
    await expect(rows(page).first()).toBeVisible()
    await openSubRows(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
  })
