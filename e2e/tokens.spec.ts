import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('56.1 a token is made, copied, used by a script, and revoked', async ({ page, world }) => {
  const main = page.getByRole('main')
  const call = async (token: string) =>
    (
      await fetch(`${world.consoleUrl}/api/search/v1/find?q=000055`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  await page.goto(`${world.consoleUrl}/tokens`)
  await main.getByRole('button', { name: 'Make a token…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly list')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make token', exact: true }).click()
  const secret = main.getByRole('textbox', { name: 'Token' })
  await expect(secret).toHaveValue(/^isc_\w{38}$/)
  const token = await secret.inputValue()
  expect(await call(token)).toBe(200)
  await expectAccessible(page)
  await expectNoSideways(page)
  await main.getByRole('button', { name: 'I have copied it' }).click()
  await expect(secret).toBeHidden()
  await main.getByRole('button', { name: 'Revoke the token “Nightly list”' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(main.getByText(/^Revoked .* by support@example\.com$/)).toBeVisible()
  expect(await call(token)).toBe(401)
})
