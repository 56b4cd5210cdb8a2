import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { accounts, expect } from './support/world.ts'

const att = '8901170000000000013'
const wyless = '8946200000000000012'

test('D51 a SIM’s page says what it used this month, asked again by a button and by a look; at 390, for axe', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/sims/${att}`)
  const usage = page.getByRole('main').getByRole('region', { name: 'Data usage' })
  await expect(usage.getByText(/^[\d.]+ (kB|MB) this month$/)).toBeVisible()
  await expect(usage.getByText(/^of 5 MB, plan Alarm 5MB \(\d+ %\)$/)).toBeVisible()
  await expect(usage.getByRole('img', { name: /^AT&T, data used from 1 \w+ to \d+ \w+: / })).toBeVisible()

  const asks = (look: string) =>
    page.waitForRequest((request) => request.url().endsWith(`/simusage/${att}?look=${look}`))
  await Promise.all([
    asks('now'),
    usage.getByRole('button', { name: 'Ask AT&T for the usage again' }).press('Enter'),
  ])
  const refresh = page.getByRole('main').getByRole('button', { name: 'Refresh' }).first()
  await Promise.all([asks('now'), refresh.press('Enter')])
  await expect(usage.getByText(/^AT&T · \d+ s ago · live$/)).toBeVisible()
  // What was told so lately is not asked for by a reload: it says its age, and is not live.
  await Promise.all([asks('if-old'), page.reload()])
  await expect(usage.getByText(/^AT&T · \d+ (s|min) ago$/)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await expectAccessible(page)
})

test('D51 a carrier that fails says so beside what it told before; one that tells none has its bills', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/sims/${att}`)
  const usage = page.getByRole('main').getByRole('region', { name: 'Data usage' })
  await expect(usage.getByText(/this month$/)).toBeVisible()
  // The look of the page is over: while one is asked, a press asks nothing more.
  await expect(usage.getByText(/^AT&T · \d+ (s|min) ago$/)).toBeVisible()
  await world.fault({ system: 'att', fault: '500' })
  await usage.getByRole('button', { name: 'Ask AT&T for the usage again' }).press('Enter')
  await expect(usage.getByText(/^AT&T reports a fault of its own/)).toBeVisible()
  await expect(usage.getByText(/this month$/)).toBeVisible()
  await world.clearFaults()

  await page.goto(`${world.consoleUrl}/sims/${wyless}`)
  await expect(usage.getByText(/^[\d.]+ (kB|MB) in Dec 2021$/)).toBeVisible()
  await expect(usage.getByText('Wyless does not report usage; this is the last bill.')).toBeVisible()
})

test('D45, D51 an auditor, who may not read companies, is told the usage and no thresholds', async ({
  world,
  browser,
}) => {
  const page = await browser.newPage()
  await world.signIn(page, accounts.auditor, `/sims/${att}`)
  const usage = page.getByRole('main').getByRole('region', { name: 'Data usage' })
  await expect(usage.getByText(/this month$/)).toBeVisible()
  await expect(usage.getByText('Your roles do not let you see thresholds.')).toBeVisible()
  await page.close()
})
