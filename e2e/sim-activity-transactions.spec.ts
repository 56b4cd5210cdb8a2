import { daysInForm } from './support/log-days.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import {
  call,
  checkAllTime,
  choose,
  happy,
  openSubRows,
  rows,
  save,
  screen,
  search,
  searchButton,
  shownRows,
  simId,
  transactionId,
  transactionLinks,
} from './support/sim-activity.ts'
import { exportMenu, saveWorkbook, wallClock } from './support/workbook.ts'
import { accounts, expect } from './support/world.ts'

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}${screen}`)
})

test('2.7, D22, D35 the file holds exactly the rows of the table, sub rows too: CSV, or .xlsx with ids as text and times as times', async ({
  page,
}) => {
  await search(page, happy)
  await expect(rows(page).first()).toBeVisible()
  const { file, lines } = await save(page)
  // use 3: a sign that it is there.
  await expect(
    page.getByRole('status').filter({ hasText: `${file.suggestedFilename()} saved` }),
  ).toBeVisible()
  const { from, to } = await daysInForm(page)
  expect(file.suggestedFilename()).toBe(`sim-activity-${happy}-${from}-to-${to}.csv`)
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
  let main = { simId: '', localTime: '', transactionId: '' }
  const expected = (await shownRows(page)).map((row) => {
    if (row.simId !== '') main = row
    const { status, date, localTime, description } = row
    return [main.simId, 'AT&T', status, date, main.localTime, localTime, main.transactionId, description]
  })
  const offset = / [-+]\d\d:\d\d$/
  for (const line of body) for (const at of [4, 5]) expect(line[at]).toMatch(offset)
  expect(body.map((line) => line.map((cell) => cell.replace(offset, '')))).toEqual(expected)
  const workbook = await saveWorkbook(page)
  expect(workbook.file.suggestedFilename()).toBe(`sim-activity-${happy}-${from}-to-${to}.xlsx`)
  const zones = ' \\(UTC[−+]\\d\\d:\\d\\d(, UTC[−+]\\d\\d:\\d\\d)*\\)$'
  expect(workbook.cells[0]).toEqual(
    head?.map((name) => (name.startsWith('Local') ? expect.stringMatching(`^${name}${zones}`) : name)),
  )
  const [first = []] = workbook.cells.slice(1)
  expect(first.map((cell) => cell instanceof Date)).toEqual([0, 0, 0, 1, 1, 1, 0, 0].map(Boolean))
  const asText = workbook.cells.slice(1).map((cells) => cells.map((cell) => wallClock(cell) ?? ''))
  expect(asText).toEqual(expected)

  await checkAllTime(page)
  await choose(page, 'Status', 'Deactivated')
  await page.getByRole('columnheader', { name: 'Date (UTC)' }).getByRole('button').click()
  await expect(page).toHaveURL(/direction=asc/)
  // The address says it before the rows are drawn.
  await expect(page.getByRole('columnheader', { name: 'Date (UTC)' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const filtered = await save(page)
  expect(filtered.file.suggestedFilename()).toBe(`sim-activity-${happy}-all-time.csv`)
  expect(filtered.lines.slice(1).map((line) => [line[0], line[2], line[3]])).toEqual(
    (await shownRows(page)).map((row) => [row.simId, row.status, row.date]),
  )
})

test('2.7 a transaction id leads to its transaction, and Back to the SIM', async ({ page }) => {
  await search(page, happy)
  const link = transactionLinks(page).first()
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
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}/simactivitylog?simId=${happy}`)
  await expect(page.getByRole('radio', { name: 'SimID' })).toBeChecked()
  await transactionLinks(page).first().click()
  await expect(page).toHaveURL(/\/simactivitylog\?txid=/)
  await expect(rows(page)).toHaveCount(1)
})

test('7, D8 each search and download is recorded, the search under the id of its call', async ({ page }) => {
  // A SIM that no other test searches: what one of them could not deliver is sent by this page.
  const verizon = '8914800000000000014'
  const entry = (what: string) =>
    page.waitForRequest(
      (request) => request.url().includes('/activitylog') && (request.postData() ?? '').includes(what),
    )
  const searching = `Search activity of SIM ${verizon}`
  const recorded = entry(searching)
  const asked = page.waitForRequest(call)
  await search(page, verizon)
  const first = await recorded
  const { from, to } = await daysInForm(page)
  expect(first.postDataJSON()).toMatchObject({
    Email: accounts.support,
    Activity: 'Sim Activity Logs',
    ActionMessage: `${searching}, ${from} to ${to}`,
  })
  expect(first.headers()['x-transaction-id']).toBe((await asked).headers()['x-transaction-id'])
  await expect(rows(page).first()).toBeVisible()
  const again = entry(searching)
  await searchButton(page).click()
  expect((await again).headers()['x-transaction-id']).not.toBe(first.headers()['x-transaction-id'])
  await expect(exportMenu(page)).toBeVisible()
  const downloaded = entry('Download SIM activity')
  await exportMenu(page).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await downloaded).postDataJSON().ActionMessage).toContain(`sim-activity-${verizon}`)
})

test('D16 an auditor may search and download', async ({ browser, world }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await world.signIn(page, accounts.auditor, `${screen}?simId=${happy}`)
  await expect(exportMenu(page)).toBeVisible()
  await context.close()
})
