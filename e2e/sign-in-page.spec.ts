import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { freePort } from '../scripts/testing/free-port.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/diary.ts'
import { expectNoSideways } from './support/layout.ts'
import { Program } from './support/program.ts'

/** The page of the field's provider alone; the whole way from the console is in session-sign-on.spec.ts. */
const place = createServer((_, response) => response.end('the console'))
let console = ''
let field: Program
let url = ''

test.beforeAll(async () => {
  await new Promise<void>((listening) => place.listen(0, '127.0.0.1', listening))
  console = `http://localhost:${(place.address() as AddressInfo).port}`
  const port = await freePort()
  url = `http://localhost:${port}`
  field = new Program('apps/field/src/main.ts', {
    FIELD_PORT: String(port),
    FIELD_DELAYS: 'none',
    CONSOLE_ORIGINS: console,
  })
  await field.start()
})
test.afterAll(async () => {
  await field.stop()
  place.close()
})

async function open(page: Page): Promise<void> {
  const query = new URLSearchParams({
    client_id: 'support-console',
    redirect_uri: `${console}/login`,
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid profile email',
    state: 'state',
    nonce: 'nonce',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  await page.goto(`${url}/realms/installer-services/protocol/openid-connect/auth?${query}`)
}

for (const width of [1440, 390]) {
  test(`design 5: the sign-in page at ${width} fits, is accessible, and loads nothing from elsewhere`, async ({
    page,
  }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) foreign.push(request.url())
    })
    await page.setViewportSize({ width, height: 844 })
    await open(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the Support Console')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectNoSideways(page)
    await expectAccessible(page)
    expect(foreign).toEqual([])
  })
}

test('design 5: a click on a demo account fills the fields, and Enter returns to the console with a code', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('button', { name: 'engineer@example.com' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('engineer@example.com')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((to) => to.href.startsWith(`${console}/login#`) && to.hash.includes('code='))
})

test('design 5: the keyboard alone is enough', async ({ page }) => {
  await open(page)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('support@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('console')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((to) => to.href.startsWith(`${console}/login#`) && to.hash.includes('code='))
})

test('R19 a wrong password keeps the email, says so above the fields, and stays accessible', async ({
  page,
}) => {
  await open(page)
  await page.getByLabel('Email').fill('support@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email or password is wrong. Try again.')
  await expect(page.getByLabel('Email')).toHaveValue('support@example.com')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
})

test('design 5: the eye shows and hides the password', async ({ page }) => {
  await open(page)
  const password = page.getByLabel('Password', { exact: true })
  const eye = page.getByRole('button', { name: 'Show password' })
  await password.fill('console')
  await eye.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await eye.click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('R17 a foreign redirect address ends on an accessible page that says so', async ({ page }) => {
  const path = '/realms/installer-services/protocol/openid-connect/auth'
  await page.goto(
    `${url}${path}?client_id=support-console&redirect_uri=http://evil.example/&response_type=code`,
  )
  await expect(page.getByRole('alert')).toContainText('redirect_uri')
  await expectAccessible(page)
})

test('R8 logging out without proof asks first', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'support@example.com' }).click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/code=/)
  await page.goto(`${url}/realms/installer-services/protocol/openid-connect/logout`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out')
})

test("2.3 the page behind 'Profile' shows who is signed in and leads to logging out", async ({ page }) => {
  const account = `${url}/realms/installer-services/account`
  await page.goto(account)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not signed in')
  await expectAccessible(page)
  await open(page)
  await page.getByRole('button', { name: 'engineer@example.com' }).click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/code=/)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(account)
    await expect(page.getByRole('main')).toContainText('Erin Engineer')
    await expect(page.getByRole('main')).toContainText('support, eng-admin')
    await expectNoSideways(page)
    await expectAccessible(page)
  }
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log out of the Support Console?')
})
