import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { enterPassword, expectSignedIn, logOut } from './support/session.ts'
import { test } from './support/test.ts'
import { expect } from './support/world.ts'

/** Keeps the answers to these requests back until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const loggingIn = (page: Page) => page.getByRole('dialog', { name: 'Logging In...' })

test("1, 2.3 'Logging In...' stands there on the way to the sign-on page", async ({ page, world }) => {
  const release = await hold(page, '**/protocol/openid-connect/certs')
  await page.goto(`${world.consoleUrl}/csr-management`)
  await expect(loggingIn(page)).toContainText('Waiting for the sign-on service.')
  await expect(page).toHaveTitle(/^Logging In\.\.\./)
  await expectAccessible(page)
  release()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test("1, 2.3 'Logging In...' stands there while code and user info are fetched, then the page that was asked for", async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/login?return-url=%2Fcsr-management`)
  const releaseTokens = await hold(page, '**/protocol/openid-connect/token')
  const releaseUser = await hold(page, '**/protocol/openid-connect/userinfo')
  await enterPassword(page)
  await expect(loggingIn(page)).toBeVisible()
  await expectAccessible(page)
  const userIsAskedFor = page.waitForRequest('**/protocol/openid-connect/userinfo')
  releaseTokens()
  await userIsAskedFor
  await expect(loggingIn(page)).toBeVisible()
  releaseUser()
  await expect(page).toHaveURL(`${world.consoleUrl}/csr-management`)
  await expectSignedIn(page)
  await expect(loggingIn(page)).toBeHidden()
})

test("1, 4 'Logging Out...' stands there until the session has ended", async ({ page, world }) => {
  await world.signIn(page)
  const release = await hold(page, '**/api/session/v1/end')
  // The console waits three seconds for the server; the way to the provider is held as well.
  const releaseLogout = await hold(page, '**/protocol/openid-connect/logout?**')
  await logOut(page)
  const dialog = page.getByRole('dialog', { name: 'Logging Out...' })
  await expect(dialog).toContainText('Ending your session at the sign-on service.')
  await expect(page).toHaveTitle(/^Logging Out\.\.\./)
  await expectAccessible(page)
  release()
  releaseLogout()
  await expect(page.getByRole('heading', { name: 'Please login first!!!' })).toBeVisible()
  await expect(dialog).toBeHidden()
})
