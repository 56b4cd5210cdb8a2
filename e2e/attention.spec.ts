import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
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
  await page.route(
    '**/api/attention/v1/current',
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), data: notLooked } })
    },
    { times: 1 },
  )
  await page.goto(world.consoleUrl)
  const needs = page.getByRole('region', { name: 'Needs attention' })
  await expect(needs.getByText('Not known yet: the console has not checked.')).toBeVisible()
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
    await world.leaveSituations()
  })
})
