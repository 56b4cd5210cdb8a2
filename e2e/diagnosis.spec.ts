import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { saidToListeners } from './support/said.ts'
import { test } from './support/signed-in.ts'
import { saveAs } from './support/workbook.ts'
import { expect } from './support/world.ts'

const panel = 'CBS0000001'
const sim = '8901170000000000013'

const verdictOf = (page: Page) => page.getByRole('group', { name: 'Verdict' })
const findingsOf = (page: Page) => page.getByRole('region', { name: 'Findings' })

test('use a, 17 says in two inputs why a panel is silent, with evidence, step and ticket', async ({
  world,
  page,
}) => {
  await world.enterSituation('panel-with-a-deactivated-sim')
  await page.goto(`${world.consoleUrl}/`)
  await expect(page.getByRole('button', { name: 'Search or go to' })).toBeVisible()
  let inputs = 0
  const input = async (give: Promise<unknown>) => {
    inputs++
    await give
  }
  await test.step('from an identifier to the true cause', async () => {
    // A press, and an identifier with the Enter that ends it.
    await input(page.keyboard.press('Control+k'))
    const field = page.getByRole('combobox', { name: 'Search or go to' })
    await input(
      field
        .fill(panel)
        .then(() =>
          expect(page.getByRole('option', { name: panel }).first()).toHaveAttribute('aria-selected', 'true'),
        )
        .then(() => page.keyboard.press('Enter')),
    )
    await expect(verdictOf(page)).toContainText('AT&T')
    await expect(verdictOf(page)).toHaveAttribute('data-state', 'cause')
    expect(inputs).toBeLessThanOrEqual(2)
  })
  const cause = findingsOf(page).getByRole('button', { name: /^\d causes?/ })
  const fault = findingsOf(page).locator('[data-group=cause] [data-code] > button').first()

  await test.step('the cause opens on press, and leads to its evidence', async () => {
    await expect(cause).toHaveAttribute('aria-expanded', 'false')
    await cause.press('Enter')
    await fault.press('Enter')
    await expect(
      findingsOf(page)
        .getByRole('table', { name: /^Evidence: / })
        .getByRole('cell', { name: /^Deactivated/ })
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
    await fault.press('Enter')
    await expect(fault).toHaveAttribute('aria-expanded', 'false')
    await fault.press(' ')
  })

  await test.step('39 keys refresh, open the cause and go through the rows', async () => {
    await page.keyboard.press('o')
    await expect(cause).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('o')
    await expect(cause).toHaveAttribute('aria-expanded', 'true')
    await cause.focus()
    await page.keyboard.press('j')
    await expect(fault).toBeFocused()
    await page.keyboard.press('k')
    await expect(cause).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(cause).toHaveAttribute('aria-expanded', 'false')
    const again = page.waitForRequest(/\/api\/diagnosis\//)
    await page.keyboard.press('r')
    await again
    await expect(findingsOf(page).getByText(/took \d/)).toBeVisible()
  })

  await test.step('the ticket: no secrets, times with their zone, links', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy for the ticket' }).press('Enter')
    await expect(saidToListeners(page, /^Copied for the ticket, \d+ lines$/)).toBeAttached()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`${world.consoleUrl}/panels/${panel}`)
    expect(copied).toMatch(/^\w+: .*AT&T/m)
    expect(copied).toMatch(/^State: \w+/m)
    expect(copied).toMatch(/^Checked .* by support@example\.com on TEST: /m)
    expect(copied).not.toMatch(/\dZ\b/)
  })

  await test.step('at 390 nothing is wider than the page; the title keeps the verdict’s mark', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideways(page)
    await expectAccessible(page)
    await page.evaluate(() => window.scrollTo(0, 2000))
    await expect(page.getByRole('heading', { level: 1 }).locator('svg')).toBeVisible()
  })

  await test.step('its company’s list has the verdict, first and with its age, and can be narrowed to it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(findingsOf(page).getByText(/took \d/)).toBeVisible()
    await page.goto(`${world.consoleUrl}/companies/1/panels`)
    const first = page.getByRole('table', { name: 'Panels' }).locator('tbody').getByRole('row').first()
    await expect(first).toContainText(panel)
    // All columns are there without scrolling (3-use).
    const beyond = await page
      .getByRole('table', { name: 'Panels' })
      .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))
    expect(beyond).toBeLessThanOrEqual(0)
    // An earlier look, by another test, may have come to the same.
    await expect(first).toContainText(/(Cause|Fault).* (s|min) ago/)
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Never asked' }).click()
    await expect(page).toHaveURL(/show=not-asked/)
    await expect(page.getByRole('table', { name: 'Panels' }).getByText(panel)).toHaveCount(0)
    await expectAccessible(page)
    await page.goto(`${world.consoleUrl}/companies/1/panels`)
    await first.getByRole('checkbox').check()
    const chosen = (await first.getByRole('link').first().textContent()) ?? ''
    await page.getByRole('button', { name: 'Find the cause' }).click()
    await expect(page).toHaveURL(`${world.consoleUrl}/diagnose?ids=${chosen}`)
    await expect(page.getByRole('main').getByRole('link', { name: chosen })).toHaveCount(1)
  })
})

test('17 findings come without the stream, and another look when it is asked for', async ({
  world,
  page,
}) => {
  await page.route(/\/api\/diagnosis\//, (route) =>
    route.request().headers().accept === 'text/event-stream' ? route.abort() : route.continue(),
  )
  await world.fault({ system: 'connector', fault: '500' })
  await page.goto(`${world.consoleUrl}/sims/${sim}`)
  await expect(
    findingsOf(page)
      .getByRole('button', { name: /^\d+ not known/ })
      .first(),
  ).toBeVisible()
  await findingsOf(page)
    .getByRole('button', { name: /not known/ })
    .press('Enter')
  await expect(
    findingsOf(page)
      .getByRole('button', { name: /^Unknown/ })
      .first(),
  ).toContainText('Connector')
  await expect(verdictOf(page)).toHaveAttribute('data-state', /not-known|likely/)
  await world.clearFaults()
  await page.unroute(/\/api\/diagnosis\//)
  const again = verdictOf(page).getByRole('button', { name: 'Refresh' })
  await again.press('Enter')
  await expect(verdictOf(page)).toHaveAttribute('data-state', 'fine')
  await expect(
    findingsOf(page)
      .getByRole('button', { name: /^\d+ ruled out/ })
      .first(),
  ).toBeVisible()

  await test.step('a look ends with its page', async () => {
    // No answer comes meanwhile.
    await page.route(/\/api\/diagnosis\//, () => {})
    const [asked] = await Promise.all([
      page.waitForRequest(/\/api\/diagnosis\//),
      page.goto(`${world.consoleUrl}/sims/8901170000000000021`),
    ])
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request === asked),
      page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'CSR Management' }).click(),
    ])
  })
})

test('17 many panels by their causes: a pasted list, in words and as CSV; panels chosen in a table are carried along', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/diagnose`)
  await page.getByRole('button', { name: 'Find the cause' }).click()
  await expect(page.getByText('No cloud ID found.', { exact: false })).toBeVisible()
  await page
    .getByRole('textbox', { name: 'One panel on each line' })
    .fill(`1;${panel};Harbor\ncbs0000003 and CBS0000005, CBS0000003`)
  await page.getByRole('button', { name: 'Find the cause' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toContainText(/(of|for) 3 panels$/)
  for (const cloudId of [panel, 'CBS0000003', 'CBS0000005'])
    await expect(main.getByRole('link', { name: cloudId })).toHaveCount(1)
  expect((await saveAs(page, 'CSV')).suggestedFilename()).toBe('diagnosis.csv')
  await expectAccessible(page)
  // The address holds the list, for anyone who is sent it.
  await expect(page).toHaveURL(`${world.consoleUrl}/diagnose?ids=${panel}+CBS0000003+CBS0000005`)
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(page.url())
  await expect(elsewhere.getByRole('main').getByRole('link', { name: 'CBS0000005' })).toHaveCount(1)
  await elsewhere.close()

  await page.goto(`${world.consoleUrl}/panel-management?by=cloudId&ids=CBS0000001+CBS0000002`)
  await main.getByRole('checkbox', { name: 'Select CBS0000002' }).check()
  await main.getByRole('button', { name: 'Find the cause' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/diagnose?ids=CBS0000002`)
  await expect(main.getByRole('link', { name: 'CBS0000002' })).toBeVisible()
  await expect(main.getByRole('link', { name: panel })).toHaveCount(0)
})
