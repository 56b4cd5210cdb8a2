import { enterPassword, expectSignedIn } from './support/session.ts'
import { compare, happy } from './support/sim-information.ts'
import { test } from './support/test.ts'
import { expect } from './support/world.ts'

test('robust 9 in Firefox: a visitor signs in, each screen of the menu stands, a SIM is compared, and nothing fails unseen', async ({
  page,
  world,
}) => {
  const failed: string[] = []
  page.on('pageerror', (error) => failed.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') failed.push(message.text())
  })
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await page.waitForURL((url) => url.href.startsWith(world.fieldUrl))
  await enterPassword(page)
  await expectSignedIn(page)

  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  const names = await links.allInnerTexts()
  expect(names.length).toBeGreaterThan(9)
  const addresses = new Set<string>()
  for (const name of names) {
    await links.filter({ hasText: name }).first().click()
    await expect(links.filter({ hasText: name }).first()).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText(/could not be shown|could not be loaded/)).toHaveCount(0)
    addresses.add(new URL(page.url()).pathname)
  }
  expect(addresses.size).toBe(names.length)

  await page.goto(`${world.consoleUrl}/sim-detail`)
  await compare(page, happy)
  await expect(page.getByText('All shared fields agree')).toBeVisible()
  await page.reload()
  await expectSignedIn(page)
  expect(failed).toEqual([])
})
