import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { exportMenu, saveAs } from './support/workbook.ts'
import { expect } from './support/world.ts'

const sim = '8946200000000000012'

test('fleet 4 Home names a carrier in trouble, and strikes it through once it answers', async ({
  world,
  page,
}) => {
  // Containers are looked at every minute.
  test.setTimeout(300_000)
  // As a server answers that has started a moment ago.
  const notLooked = { rows: [], more: 0, asOf: null, isCurrent: false }
  const current = '**/api/attention/v1/current'
  let hasLooked = false
  await page.route(current, async (route) => {
    if (hasLooked) return route.continue()
    const response = await route.fetch(reconnecting)
    await route.fulfill({ response, json: { ...(await response.json()), data: notLooked } })
  })
  await page.goto(world.consoleUrl)
  const needs = page.getByRole('region', { name: 'Needs attention' })
  await expect(needs.getByText('Not known yet: the console has not checked.')).toBeVisible()
  hasLooked = true
  await page.reload()
  await expect(needs.getByText(/^as of \d\d:\d\d:\d\d$/)).toBeVisible()
  const cookies = await page.context().cookies(world.consoleUrl)
  const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value
  const ask = () =>
    page.request.get(`${world.consoleUrl}/api/simmanagement/v1/querydevice/${sim}`, {
      ...reconnecting,
      headers: { authorization: `Bearer ${token}` },
    })
  const row = needs.getByRole('listitem').filter({ hasText: 'Wyless is failing.' })
  await world.fault({ system: 'wyless', fault: '500' })
  await expect(async () => {
    await ask()
    await expect(row).toBeVisible({ timeout: 300 })
  }).toPass({ timeout: 60_000 })
  await expect(row).toContainText(/ of the last \d+ calls failed\./)
  await expect(row).toContainText(/since \d\d:\d\d/)
  await expect(row.getByRole('link')).toHaveText('Open SIM Information')
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
  }
  await expectAccessible(page)
  await world.clearFaults()
  await expect(async () => {
    await ask()
    await expect(row).toContainText('Over', { timeout: 300 })
  }).toPass({ timeout: 60_000 })
  await expect(row.getByRole('link')).toHaveCount(0)
  await page.reload()
  await expect(needs.getByText(/^as of/)).toBeVisible()
  await expect(row).toHaveCount(0)

  await test.step('issue 43 the panels of a container that does not answer are watched from its row', async () => {
    await world.enterSituation('container-outage-behind-fifty')
    const outage = needs.getByRole('listitem').filter({ hasText: /webconnect-3 does not answer/ })
    await expect(outage).toBeVisible({ timeout: 150_000 })
    await outage.getByRole('button', { name: /^Notify me when back…/ }).press('Enter')
    await expect(outage.getByRole('group')).toContainText(
      /^Notify me when these are back: \d+ panels\. Watch for:/,
    )
    await expectAccessible(page)
    await outage.getByRole('button', { name: '3 days' }).press('Enter')
    await expect(outage.getByRole('status')).toContainText(/[1-9]\d* watched/)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideways(page)
  })

  await test.step('issue 52, 5 the outage has a page, with a copy for each customer', async () => {
    const outage = needs.getByRole('listitem').filter({ hasText: /webconnect-3 does not answer/ })
    await outage.getByRole('link', { name: 'Open the outage' }).click()
    await expect(page.getByRole('heading', { name: 'Outage on webconnect-3' })).toBeVisible()
    await expect(page.getByRole('img', { name: /panels? stopped, most of them at/ })).toBeVisible()
    const companies = page.getByRole('region', { name: 'Companies' })
    await expect(companies.locator('tbody tr[data-key]').first()).toBeVisible()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSideways(page)
    }
    await expectAccessible(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const button = companies.getByRole('button', { name: /^Copy for the company: / }).first()
    const company = (await button.getAttribute('aria-label'))?.replace('Copy for the company: ', '') ?? ''
    await button.click()
    const dialog = page.getByRole('dialog', { name: `Copy for the company: ${company}` })
    await dialog.getByLabel('Time zone of the company').fill('America/Chicago')
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(
      /All times are those of America\/Chicago\.$/,
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^CBS\d+: from \d{4}-\d\d-\d\d \d\d:\d\d, not back by/m)
    expect(copied).not.toMatch(/webconnect|\d+\.\d+\.\d+\.\d+/i)
    const file = await saveAs(page, '.xlsx', exportMenu(dialog))
    expect(file.suggestedFilename()).toMatch(/^panels-.*\.xlsx$/)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.goto(`${world.consoleUrl}/outages`)
    await expect(page.getByRole('link', { name: 'Outage on webconnect-3' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('issue 52, 6 a person takes a row in hand, and gives it back', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(world.consoleUrl)
    const outage = needs.getByRole('listitem').filter({ hasText: /webconnect-3 does not answer/ })
    await outage.getByRole('button', { name: /^I have it/ }).click()
    const dialog = page.getByRole('dialog', { name: /^I have it/ })
    await dialog.getByLabel('A word for the others').fill('Called the operators')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have it', exact: true }).click()
    await expect(outage).toContainText(/You have it since \d\d:\d\d\. “Called the operators”/)
    await outage.getByRole('button', { name: /^Give back/ }).click()
    await expect(outage.getByRole('button', { name: /^I have it/ })).toBeVisible()
    await expect(outage).not.toContainText('You have it')
  })

  await test.step('issue 52, 6 planned work sets its row aside until someone ends it', async () => {
    const outage = needs.getByRole('listitem').filter({ hasText: /webconnect-3 does not answer/ })
    await outage.getByRole('link', { name: 'Open the outage' }).click()
    await page.getByRole('button', { name: 'Plan work…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Plan work' })
    const utc = (hours: number) =>
      new Date(Date.now() + hours * 3600_000).toISOString().slice(0, 16).replace('T', ' ')
    await dialog.getByLabel('From').fill('tomorrow')
    await dialog.getByLabel('Reason').fill('New disks')
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
    await expect(dialog.getByText(/^Enter a day and a time within a year/)).toBeVisible()
    await dialog.getByLabel('From').fill(utc(-2))
    await dialog.getByLabel('To', { exact: true }).fill(utc(5))
    await dialog.getByLabel('Time zone').fill('UTC')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await page.goto(world.consoleUrl)
    await expect(outage).toContainText(/Expected until (yesterday |\d+ \w+ )?\d\d:\d\d: New disks/)
    await expect(outage.getByRole('button')).toHaveCount(0)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSideways(page)
    }
    await expectAccessible(page)
    await page.goto(`${world.consoleUrl}/outages`)
    const planned = page.getByRole('listitem').filter({ hasText: 'New disks' })
    await expect(planned).toContainText('goes on until')
    await expectNoSideways(page)
    await planned.getByRole('button', { name: /^End planned work/ }).click()
    await expect(page.getByText('No work is planned.')).toBeVisible()
    await page.goto(world.consoleUrl)
    await expect(outage.getByRole('button', { name: /^I have it/ })).toBeVisible()
    await world.leaveSituations()
  })
})
