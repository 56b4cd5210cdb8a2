import { companyOf, dialog, field, saveButton, saveChanges, saved, serviceKey } from './support/companies.ts'
import { endLoginElsewhere, enterPassword, expectSignedIn, refreshIsOver } from './support/session.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test('D12, D10 a session that ends in mid-form: the input comes back after the sign-in, and what someone saved meanwhile is not overwritten', async ({
  page,
  context,
  world,
  browser,
}) => {
  test.slow()
  const path = '/company/update/20/Wexmoor/1000020'
  await page.clock.install()
  await world.signIn(page, accounts.support, path)
  await expect(serviceKey(page)).toBeVisible()
  await field(page, 'Company name').fill('Wexmoor as typed')
  await field(page, 'Usage alert email').fill('half@typed')
  await refreshIsOver(page)
  await endLoginElsewhere(context, world)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await world.signIn(other, accounts.engineer, path)
  await field(other, 'Company name').fill('Wexmoor as saved')
  await saveChanges(other)
  await elsewhere.close()

  const atLogin = page.waitForURL(/\/login\?return-url=/)
  await page.clock.fastForward(271_000)
  await atLogin
  await page.waitForURL((url) => url.pathname === path || url.href.startsWith(world.fieldUrl))
  // Where the provider still knows the person there is no question; otherwise the password is asked for.
  if (page.url().startsWith(world.fieldUrl)) await enterPassword(page)
  await page.waitForURL(`${world.consoleUrl}${path}`)
  await expectSignedIn(page)

  await expect(field(page, 'Company name')).toHaveValue('Wexmoor as typed')
  await expect(field(page, 'Usage alert email')).toHaveValue('half@typed')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Saved by engineer@example.com meanwhile' })
  await expect(panel).toContainText('Wexmoor as saved')
  await panel.getByRole('button', { name: 'Keep mine' }).click()
  await field(page, 'Usage alert email').fill('')
  await saveButton(page).click()
  await expect(dialog(page)).toContainText('Wexmoor as saved → Wexmoor as typed')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(saved(page)).toBeVisible()
  expect((await companyOf(page, world, 20)).companyInfo.companyName).toBe('Wexmoor as typed')
})
