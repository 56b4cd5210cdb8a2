import type { Page } from '@playwright/test'
import { cookieNames } from '../apps/console/src/session/cookies.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { accounts, expect } from './support/world.ts'

/** On the page Tokens. @returns the token */
async function makeToken(page: Page, name: string, days?: number): Promise<string> {
  await page.getByRole('button', { name: 'Make a token…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  if (days) await page.getByRole('textbox', { name: 'Days until it ends' }).fill(String(days))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make token', exact: true }).click()
  const secret = page.getByRole('textbox', { name: 'Token', exact: true })
  await expect(secret).toHaveValue(/^isc_\w{38}$/)
  const token = await secret.inputValue()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(secret).toBeHidden()
  return token
}

test('56.1 a token is made, copied, used by a script, and revoked', async ({ page, world }) => {
  const main = page.getByRole('main')
  const call = async (token: string) =>
    (
      await fetch(`${world.consoleUrl}/api/search/v1/find?q=000055`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  await page.goto(`${world.consoleUrl}/tokens`)
  const token = await makeToken(page, 'Nightly list')
  expect(await call(token)).toBe(200)
  await main.getByRole('button', { name: 'Revoke the token “Nightly list”' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(main.getByText(/^Revoked .* by support@example\.com$/)).toBeVisible()
  expect(await call(token)).toBe(401)
})

test('56.1 Home tells people of their tokens that end within seven days', async ({ page, world }) => {
  await page.goto(`${world.consoleUrl}/tokens`)
  await makeToken(page, 'Longer', 8)
  await makeToken(page, 'Shorter', 7)
  await page.goto(world.consoleUrl)
  const hints = page.getByRole('main').getByRole('link', { name: /^Your token / })
  await expect(hints).toHaveText([/^Your token “Shorter” ends .*\. Make a new one before\.$/])
  await hints.click()
  await expect(page).toHaveURL(`${world.consoleUrl}/tokens`)
})

test('56.1 engineers see everyone’s tokens, revoke them, and see whose sign-ons ended', async ({
  page,
  browser,
  world,
}) => {
  const everyones = (where: Page) => where.getByRole('list', { name: 'Everyone’s tokens' })
  await page.goto(`${world.consoleUrl}/tokens`)
  await makeToken(page, 'Of support')
  await expect(everyones(page)).toBeHidden()

  const auditor = await browser.newPage()
  await world.signIn(auditor, accounts.auditor, '/tokens')
  await makeToken(auditor, 'Of the auditor')
  await auditor.close()

  const desk = await browser.newPage()
  await world.signIn(desk, accounts.engineer, '/tokens')
  const row = (name: string) => everyones(desk).getByRole('listitem').filter({ hasText: name })
  await expect(row('Of support')).toContainText(accounts.support)
  await expect(row('Of the auditor')).toContainText(accounts.auditor)
  await row('Of support').getByRole('button', { name: 'Revoke the token “Of support”' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row('Of support')).toContainText(/Revoked .* by engineer@example\.com/)

  const cookies = await desk.context().cookies()
  const access = cookies.find(({ name }) => name === cookieNames.access)?.value
  const ended = await fetch(
    `${world.consoleUrl}/api/usermanagement/v1/signons/${accounts.auditor}/end`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ alsoMyOwn: false }),
    },
  )
  expect(ended.status).toBe(200)
  await desk.reload()
  await expect(row('Of the auditor')).toContainText('Ended with their sign-ons')
  await expect(row('Of the auditor').getByRole('button')).toBeHidden()
  await expectAccessible(desk)
  await desk.close()
})
