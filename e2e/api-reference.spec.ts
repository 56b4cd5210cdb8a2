import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('56.2 someone finds a call, copies its example and saves the document', async ({ page, world }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const main = page.getByRole('main')
  // Its address begins as the API's does, and is a page's.
  await page.goto(`${world.consoleUrl}/api-reference`)
  await expect(page.getByRole('main')).toBeVisible()
  await page.goto(world.consoleUrl)
  await page.getByRole('button', { name: 'Profile of Support Desk' }).click()
  await page.getByRole('link', { name: 'API for programs' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/api-reference`)
  await expect(main.getByText(/^\d+ calls$/)).toBeVisible()

  await main.getByRole('searchbox', { name: 'Find a call' }).fill('diagnosis panels cloudId')
  await expect(main.getByText(/^\d of \d+ calls$/)).toBeVisible()
  const call = main.locator('details#diagnosePanel')
  await call.locator('summary').click()
  await expect(call).toContainText('panels.read')
  await expect(call).toContainText('cloudId path, required')
  await call.getByRole('button', { name: 'Copy Example' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^curl "http.*\/api\/diagnosis\/v1\/panels\/CBS0000001".*Bearer \$ISC_TOKEN"$/s,
  )
  await expectAccessible(page)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 1024, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expectNoSideways(page, `the calls at ${width}`)
      await page.screenshot({ path: test.info().outputPath(`api-${width}-${colorScheme}.png`) })
    }
  await page.setViewportSize({ width: 1440, height: 900 })

  const download = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Save openapi.json' }).click()
  expect((await download).suggestedFilename()).toBe('openapi.json')
  await main.getByRole('searchbox', { name: 'Find a call' }).fill('no such call')
  await expect(main.getByText('No call has “no such call” in its address or description.')).toBeVisible()
})
