import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('fleet 3 shows coverage, counts as filters in the address, and names what it left out', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto(world.consoleUrl)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Fleet' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet`)
  const seen = main.getByRole('region', { name: 'Seen by the carriers' })
  for (const carrier of ['AT&T', 'Verizon', 'Aeris', 'Wyless'])
    await expect(seen.getByRole('listitem').filter({ hasText: carrier })).toBeVisible()
  await main.getByRole('button', { name: /^Not in a panel/ }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?finding=no-panel`)
  await expect(main.getByRole('status').filter({ hasText: /rows, .* findings$/ })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 1024, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expectNoSideways(page)
    }
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${world.consoleUrl}/fleet?finding=no-panel&colour=red&not-carrier=VZN`)
  await expect(main.getByText('Ignored in the filter: colour=red.').first()).toBeVisible()
  await expect(main.getByRole('button', { name: /^Download CSV/ })).toHaveAttribute('aria-disabled', 'true')
  await main.getByRole('button', { name: 'Remove it from the address' }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?finding=no-panel&not-carrier=VZN`)
  await main.getByRole('button', { name: /Remove.*Carrier/ }).click()
  await expect(page).toHaveURL(`${world.consoleUrl}/fleet?finding=no-panel`)
})
