import type { Page } from '@playwright/test'
import {
  ask,
  call,
  changesOnly,
  claim,
  email,
  freeText,
  hideRobot,
  nothingFound,
  ownWord,
  pageFilter,
  screen,
  searchFor,
  shownRows,
} from './support/audit-trail.ts'
import { dayBeside, daysInForm, expectLastDays, today } from './support/log-days.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { allTime, chips, rows, searchButton, transactionId } from './support/sim-activity.ts'
import { exportMenu } from './support/workbook.ts'
import { accounts, expect, type World } from './support/world.ts'

const robot = 'robot@example.com'

test.beforeEach(async ({ world, page }) => {
  await page.goto(world.consoleUrl + screen)
})

test('2.12, 9 Email is chosen, the dates are the last 7 days, HideRobot is on, and nothing is asked before Search', async ({
  page,
}) => {
  const before = await today(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Action Detail')
  await expect(page.getByRole('radio', { name: 'Email' })).toBeChecked()
  await expect(page.getByText('Leave it empty for everyone')).toBeVisible()
  await expect(hideRobot(page)).toBeChecked()
  await expect(allTime(page)).toHaveCount(0)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectLastDays(page, before)
  await pageFilter(page).click()
  await expect(page.getByRole('option').first()).toHaveText('All')
  for (const name of ['Sim Activity Logs', 'Panel Info (CBS)', 'UserLogIn', 'UserLogOut', 'Import', 'Audit'])
    await expect(page.getByRole('option', { name, exact: true })).toBeVisible()
})

test("2.12, D25 a search by email shows the columns, newest first; another's finds 'No User Action Data found'", async ({
  page,
  world,
}) => {
  const word = ownWord()
  const first = await claim(world, page, `Compare ${word} first`)
  const second = await claim(world, page, `Compare ${word} second`)
  await email(page).fill(' Support@Example.COM ')
  await freeText(page).fill(word)
  await choosePage(page, 'SIM Information')
  await searchButton(page).click()
  const { from, to } = await daysInForm(page)
  await expect(page).toHaveURL(new RegExp(`email=Support%40Example.COM&text=${word}&from=${from}&to=${to}`))
  await expect(page.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText([
    'Sub rows',
    'Email',
    'Action Page',
    'Action Description',
    'Date UTC',
    /^Local Time \(UTC−0[45]:00\)$/,
    'TransactionID',
  ])
  await expect(rows(page)).toHaveCount(2)
  const shown = await shownRows(page)
  expect(shown.map((row) => row.transactionId)).toEqual([second, first])
  expect(shown[0]).toMatchObject({
    email: accounts.support,
    page: 'SIM Information',
    description: `As the console says: Compare ${word} second`,
    isError: false,
  })
  await email(page).fill(accounts.engineer)
  await expect(allTime(page)).toHaveCount(0)
  await searchButton(page).click()
  await expect(nothingFound(page)).toBeVisible()
  await expect(exportMenu(page)).toHaveCount(0)
  await page.goBack()
  await expect(email(page)).toHaveValue('Support@Example.COM')
  await expect(rows(page)).toHaveCount(2)
  await refreshIsOver(page)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await expect(freeText(page)).toHaveValue(word)
})

test('2.12, D21 both days of a range count, by the zone that is shown', async ({ page, world, browser }) => {
  // Two sign-ins and four visits.
  test.slow()
  const word = ownWord()
  const transaction = await claim(world, page, `Compare ${word}`)
  const dayThere = async (zone: string) => {
    const query = new URLSearchParams({ transactionID: transaction, timeZone: zone })
    const { data } = await ask(world, page, 'GET', `/useractiondetail/v1/details?${query}`)
    return (data as { items: { localDate: string }[] }).items[0]?.localDate.slice(0, 10) ?? ''
  }
  /** Its own day finds it; the other one, which is the same day in the other zone at some hours, does not. */
  const findsOnItsDayOnly = async (there: Page, zone: string, other: -1 | 1) => {
    const day = await dayThere(zone)
    const open = async (wanted: string) => {
      await refreshIsOver(there)
      await there.goto(`${world.consoleUrl}${searchFor(word)}&from=${wanted}&to=${wanted}`)
    }
    await open(dayBeside(day, other))
    await expect(nothingFound(there)).toBeVisible()
    await open(day)
    await expect(rows(there)).toHaveCount(1)
  }
  await findsOnItsDayOnly(page, 'America/New_York', 1)
  const context = await browser.newContext({ timezoneId: 'Pacific/Kiritimati', locale: 'en-US' })
  const far = await context.newPage()
  await world.signIn(far)
  await findsOnItsDayOnly(far, 'Pacific/Kiritimati', -1)
  await expect(far.getByRole('columnheader', { name: 'Local Time (UTC+14:00)' })).toBeVisible()
  await context.close()
})

test("D20 HideRobot hides the automation operator's rows at once, and stands in the address when it is off", async ({
  page,
  world,
  browser,
}) => {
  test.slow()
  const word = ownWord()
  const context = await browser.newContext()
  const robots = await context.newPage()
  await world.signIn(robots, robot)
  await claim(world, robots, `Compare ${word} by robot`)
  await context.close()
  await claim(world, page, `Compare ${word} by hand`)
  await page.goto(world.consoleUrl + searchFor(word))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('by hand')
  await hideRobot(page).uncheck()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/hideRobot=false/)
  await refreshIsOver(page)
  await page.reload()
  await expect(hideRobot(page)).not.toBeChecked()
  await expect(rows(page)).toHaveCount(2)
  await hideRobot(page).check()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).not.toHaveURL(/hideRobot/)
})

test('2.12 free text finds an ICCID by its last six digits; the page filters at once and goes with its chip', async ({
  page,
  world,
}) => {
  // Never the end of a seeded number (1000001 …).
  const digits = String(500_000 + Math.trunc(Math.random() * 500_000))
  const message = `Compare 8901170000000${digits}`
  const transaction = await claim(world, page, message)
  await freeText(page).fill(digits)
  await searchButton(page).click()
  const found = rows(page).filter({ hasText: message })
  await expect(found).toHaveCount(1)
  await expect(chips(page)).toContainText(`Text${digits}`)
  await choosePage(page, 'Company Management')
  await expect(nothingFound(page)).toBeVisible()
  await expect(page.getByText('Remove a filter, or tick All Time.')).toBeVisible()
  await choosePage(page, 'SIM Information')
  await expect(found).toHaveCount(1)
  expect((await shownRows(page)).map((row) => row.transactionId)).toContain(transaction)
  await page.getByRole('button', { name: 'Remove filter Action page SIM Information' }).click()
  await expect(pageFilter(page)).toHaveText('All')
  // use 2: it was only said by the console, so it changed nothing.
  await changesOnly(page).check()
  await expect(nothingFound(page)).toBeVisible()
  await expect(page).toHaveURL(/changesOnly=true/)
  await page.getByRole('button', { name: 'Remove filter Shown Changes only' }).click()
  await expect(changesOnly(page)).not.toBeChecked()
  await expect(found).toHaveCount(1)
  await page.getByRole('button', { name: `Remove filter Text ${digits}` }).click()
  await expect(freeText(page)).toHaveValue('')
  await expect(page).not.toHaveURL(/text=/)
})

test('2.12, 2.7 All Time comes after a search for that person and asks for all there is', async ({
  page,
  world,
}) => {
  const word = ownWord()
  await claim(world, page, `Compare ${word}`)
  await email(page).fill(accounts.support)
  await freeText(page).fill(word)
  await choosePage(page, 'SIM Information')
  await searchButton(page).click()
  await expect(rows(page)).toHaveCount(1)
  const asked = page.waitForRequest(call)
  await allTime(page).check()
  const query = new URL((await asked).url()).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    allTime: 'true',
    email: accounts.support,
    text: word,
    page: 'SIM Information',
    hideRobot: 'true',
    timeZone: 'America/New_York',
  })
  await expect(chips(page)).toContainText('All Time')
  await expect(rows(page)).toHaveCount(1)
  await email(page).fill('somebody.else@example.com')
  await expect(allTime(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter Dates All Time' }).click()
  await expect(page).not.toHaveURL(/allTime/)
  await page.goto(`${world.consoleUrl}${screen}?allTime=true`)
  await expect(page.getByText('100 rows per page')).toBeVisible()
  await expect(rows(page)).toHaveCount(100)
})

test('5 asks for a word, for a transaction id, and for dates in order', async ({ page, world }) => {
  await freeText(page).fill('--- !')
  await searchButton(page).click()
  await expect(page.getByText('Type at least one letter or digit.')).toBeVisible()
  await expect(freeText(page)).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`${screen}$`))
  await freeText(page).fill('')
  await page.getByRole('group', { name: 'Start date' }).first().getByRole('spinbutton').first().focus()
  await page.keyboard.type('2999')
  await expect(page.getByText('The end date is before the start date.')).toBeVisible()
  await searchButton(page).click()
  await expect(page).toHaveURL(new RegExp(`${screen}$`))
  await page.getByRole('radio', { name: 'TransactionID' }).check()
  await searchButton(page).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await transactionId(page).fill('abc')
  await expect(page.getByText(/^A transaction ID looks like/)).toBeVisible()
  await refreshIsOver(page)
  await page.goto(`${world.consoleUrl}${screen}?txid=nonsense`)
  await expect(page.getByRole('radio', { name: 'TransactionID' })).toBeChecked()
  await expect(page.getByText(/^A transaction ID looks like/)).toBeVisible()
})

test('2.12, D25 a page in the address that the list has not is searched for, shown and removable', async ({
  page,
  world,
}) => {
  const word = ownWord()
  await claim(world, page, `Compare ${word}`)
  await page.goto(world.consoleUrl + searchFor(word, 'No Such Page'))
  await expect(nothingFound(page)).toBeVisible()
  await expect(page.getByText(/Remove a filter.* HideRobot is on/)).toBeVisible()
  await expect(pageFilter(page)).toHaveText('No Such Page')
  await page.getByRole('button', { name: 'Remove filter Action page No Such Page' }).click()
  await expect(rows(page).filter({ hasText: word }).first()).toBeVisible()
  await expect(pageFilter(page)).toHaveText('All')
})

test("7, 8, D8 a search is recorded under its call's id; a failure says 'Error occured', and Try again brings the rows", async ({
  page,
  world,
}) => {
  const word = ownWord()
  await claim(world, page, `Compare ${word}`)
  await page.route(call, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  const asked = page.waitForRequest(call)
  const recorded = page.waitForRequest(
    (request) => request.url().includes('/activitylog') && (request.postData() ?? '').includes(word),
  )
  await freeText(page).fill(word)
  await choosePage(page, 'SIM Information')
  await searchButton(page).click()
  const entry = await recorded
  const { from, to } = await daysInForm(page)
  expect(entry.postDataJSON()).toMatchObject({
    Email: accounts.support,
    Activity: 'User Action Detail',
    ActionMessage: `Search user actions of everyone, ${from} to ${to}, text ${word}, page SIM Information`,
  })
  expect(entry.headers()['x-transaction-id']).toBe((await asked).headers()['x-transaction-id'])
  await expect(page.getByText('Error occured')).toBeVisible()
  await expect(page.getByText('500 Internal Server Error. Something went wrong.')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('D16 an auditor searches too; someone without a role sees the no-access page', async ({
  browser,
  world,
  page,
}) => {
  test.slow()
  const word = ownWord()
  await claim(world, page, `Compare ${word}`)
  await as(world, accounts.auditor, async (auditor) => {
    await expect(rows(auditor)).toHaveCount(1)
    await expect(exportMenu(auditor)).toBeVisible()
  })
  await as(world, accounts.newcomer, (newcomer) =>
    expect(newcomer.getByText("Sorry, you don't have access to this page.")).toBeVisible(),
  )

  async function as(world: World, who: string, look: (page: Page) => Promise<unknown>): Promise<void> {
    const context = await browser.newContext()
    const page = await context.newPage()
    await world.signIn(page, who, searchFor(word))
    await look(page)
    await context.close()
  }
})

async function choosePage(page: Page, option: string): Promise<void> {
  await pageFilter(page).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(pageFilter(page)).toHaveText(option)
}
