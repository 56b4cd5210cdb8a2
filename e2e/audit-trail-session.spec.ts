import {
  ask,
  claim,
  email,
  freeText,
  hideRobot,
  nothingFound,
  ownWord,
  screen,
  searchFor,
} from './support/audit-trail.ts'
import { dayBeside, daysInForm } from './support/log-days.ts'
import { endLoginElsewhere, enterPassword, expectSignedIn, logOut, refreshIsOver } from './support/session.ts'
import { allTime, rows, searchButton } from './support/sim-activity.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test('2.12, D12 a session that ends in mid-form: what was typed and what was found come back after the sign-in', async ({
  page,
  context,
  world,
}) => {
  test.slow()
  await page.clock.install()
  await world.signIn(page, accounts.support, screen)
  const word = ownWord()
  await claim(world, page, `Compare ${word}`)
  await freeText(page).fill(word)
  await searchButton(page).click()
  // The search itself is on record, too.
  await expect(rows(page).filter({ hasText: `Compare ${word}` })).toHaveCount(1)
  await hideRobot(page).uncheck()
  await expect(page).toHaveURL(/hideRobot=false/)
  const address = page.url()
  await email(page).fill('half@typed')
  await freeText(page).fill(`${word} and half`)
  await endLoginElsewhere(context, world)

  const atLogin = page.waitForURL(/\/login\?return-url=/)
  await page.clock.fastForward(271_000)
  await atLogin
  await page.waitForURL((url) => url.pathname === screen || url.href.startsWith(world.fieldUrl))
  // Where the provider still knows the person there is no question; otherwise the password is asked for.
  if (page.url().startsWith(world.fieldUrl)) await enterPassword(page)
  await page.waitForURL(address)
  await expectSignedIn(page)
  await expect(email(page)).toHaveValue('half@typed')
  await expect(freeText(page)).toHaveValue(`${word} and half`)
  await expect(hideRobot(page)).not.toBeChecked()
  await expect(rows(page).filter({ hasText: `Compare ${word}` })).toHaveCount(1)
})

test('2.12, 8, D18 a lost connection: the screen says so and keeps what was typed; with the connection the rows come by themselves, and the search on record', async ({
  page,
  context,
  world,
}) => {
  test.slow()
  await world.signIn(page, accounts.support, screen)
  const word = ownWord()
  await claim(world, page, `Compare ${word}`)
  await expect(searchButton(page)).toBeEnabled()
  await context.setOffline(true)
  await freeText(page).fill(word)
  await searchButton(page).click()
  await expect(page.getByText('This device is offline.')).toBeVisible()
  await expect(page.getByText('Error occured')).toBeVisible()
  await expect(page.getByText(/Network Problem, Please Contact Admin!/).first()).toBeVisible()
  await expect(freeText(page)).toHaveValue(word)
  await context.setOffline(false)
  await expect(rows(page).filter({ hasText: `Compare ${word}` })).toHaveCount(1)
  await expect(page.getByText('This device is offline.')).toBeHidden()
  const query = new URLSearchParams({ text: word, page: 'User Action Detail', allTime: 'true' })
  await expect
    .poll(async () => {
      const { data } = await ask(world, page, 'GET', `/useractiondetail/v1/details?${query}`)
      return (data as { items: { statusDesc: string }[] }).items.map((item) => item.statusDesc)
    })
    .toEqual([expect.stringContaining(`text ${word}`)])
})

test('2.12, D14, D25 two tabs: each keeps its own search; what is done meanwhile comes with the next one; a logout in one empties both', async ({
  page,
  context,
  world,
}) => {
  test.slow()
  await world.signIn(page, accounts.support, screen)
  const word = ownWord()
  await claim(world, page, `Compare ${word} first`)
  await page.goto(world.consoleUrl + searchFor(word))
  await expect(rows(page)).toHaveCount(1)
  const other = await context.newPage()
  await other.goto(world.consoleUrl + searchFor(ownWord()))
  await expect(nothingFound(other)).toBeVisible()
  await hideRobot(other).uncheck()
  await expect(other).toHaveURL(/hideRobot=false/)
  await email(other).fill('typed in the other tab')
  await claim(world, other, `Compare ${word} second`)

  await expect(hideRobot(page)).toBeChecked()
  await expect(email(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(1)
  await searchButton(page).click()
  await expect(rows(page)).toHaveCount(2)
  await refreshIsOver(page)
  await refreshIsOver(other)
  await logOut(other)
  await expect(other.getByText('Please login first!!!')).toBeVisible()
  // The screen that was open asks who is there, and shows nothing of the log.
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByText(word)).toHaveCount(0)
})

test('2.7, 2.12, 9 the last 7 days go on over midnight; a day that was chosen, and what was typed, stay', async ({
  browser,
  world,
}) => {
  test.slow()
  // Without a zone of Playwright's, which could not be changed under the page.
  const context = await browser.newContext({ timezoneId: '' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const moveTo = (timezoneId: string) => devtools.send('Emulation.setTimezoneOverride', { timezoneId })
  // 25 hours lie between the two zones: to go from one to the other is to wake up a day later.
  const wakeUp = async (timezoneId: string) => {
    await moveTo(timezoneId)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
  }
  await moveTo('Pacific/Pago_Pago')
  await world.signIn(page, accounts.support, screen)
  const evening = await daysInForm(page)
  await email(page).fill('half@typed')
  await wakeUp('Pacific/Kiritimati')
  await expect.poll(async () => (await daysInForm(page)).to > evening.to).toBe(true)
  const morning = await daysInForm(page)
  expect(morning.from).toBe(dayBeside(morning.to, -6))
  await expect(email(page)).toHaveValue('half@typed')

  await page.getByRole('group', { name: 'Start date' }).first().getByRole('spinbutton').first().focus()
  await page.keyboard.type('2001')
  await expect.poll(async () => (await daysInForm(page)).from.slice(0, 4)).toBe('2001')
  const chosen = await daysInForm(page)
  await wakeUp('Pacific/Pago_Pago')
  await searchButton(page).click()
  await expect(page).toHaveURL(new RegExp(`from=${chosen.from}&to=${chosen.to}`))
  await expect(allTime(page)).toBeVisible()
  await context.close()
})
