import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { refreshIsOver } from './support/session.ts'
import { test } from './support/signed-in.ts'
import { accounts, expect } from './support/world.ts'

const screen = '/user-management'
const call = /usermanagement\/v1\/usermanagement\//
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' })
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const rows = (page: Page) => page.locator('tbody tr[data-key]')

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}${screen}`)
})

test('2.11, D25 an e-mail brings companies and roles, sorted as one likes, in an address to share', async ({
  page,
}) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Info (CBS)')
  await email(page).fill(' Installer@Harbor.example ')
  await search(page).click()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Company name',
    'Company SAP number',
    'Remote ID',
    'Role',
  ])
  await expect(rows(page)).toContainText([
    /Harbor Security.*1000001.*Installer/,
    /Prairie Alarm.*1000002.*Administrator/,
  ])
  await expect(page).toHaveURL(/email=Installer%40Harbor\.example$/)
  await page.getByRole('columnheader', { name: 'Role' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=role&direction=asc$/)
  await expect(rows(page).first()).toContainText('Administrator')
  await refreshIsOver(page)
  await page.reload()
  await expect(rows(page).first()).toContainText('Administrator')
  // The company leads to its panels.
  await rows(page).first().getByRole('link', { name: '1000002' }).click()
  await expect(page).toHaveURL(/\/panel-management\?by=sapNumber&ids=1000002$/)
  await expect(rows(page).first()).toContainText('Prairie Alarm')
  await page.goBack()
  await expect(email(page)).toHaveValue('Installer@Harbor.example')
  await expect(rows(page)).toHaveCount(2)
})

test("2.11, 5 the e-mail is required and must look like one: 'Email is invalid'", async ({ page }) => {
  await search(page).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await expect(email(page)).toBeFocused()
  for (const typed of [
    'installer',
    'a@b',
    'a b@harbor.example',
    "a'@harbor.example",
    'a@harbor.1',
    'ä@harbor.example',
  ]) {
    await email(page).fill(typed)
    await search(page).click()
    await expect(page.getByText('Email is invalid')).toBeVisible()
  }
  await expect(page).toHaveURL(new RegExp(`${screen}$`))
  await email(page).fill('first.last+x%y_z-1@sub.harbor.co')
  await expect(page.getByText('Email is invalid')).toHaveCount(0)
})

test('2.11, 3-use a part of an email names those that have it, and each leads to its rows', async ({
  page,
}) => {
  await email(page).fill('harbor')
  const people = page.getByRole('region', { name: 'Emails with “harbor”' })
  await expect(people.getByRole('link', { name: 'installer@harbor.example' })).toBeVisible()
  await expectAccessible(page)
  // The field itself takes whole emails, as ever.
  await search(page).click()
  await expect(page.getByText('Email is invalid')).toBeVisible()
  await people.getByRole('link', { name: 'installer@harbor.example' }).click()
  await expect(rows(page).first()).toContainText('Harbor Security')
  await expect(people).toHaveCount(0)
})

test("8, 9, 2.14 no one with the e-mail is 'No items found', a failure 'Error occured', and many rows stand 50 a page", async ({
  page,
}) => {
  await email(page).fill('nobody@harbor.example')
  await search(page).click()
  await expect(page.getByText('No items found')).toBeVisible()
  await expect(page.getByText(/No Remote Portal user has nobody@harbor\.example/)).toBeVisible()
  await page.route(call, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
  await email(page).fill('installer@harbor.example')
  await search(page).click()
  await expect(page.getByText('Error occured')).toBeVisible()
  await page.unroute(call)
  await page.route(call, async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = await answer.json()
    const [row] = envelope.data
    envelope.data = Array.from({ length: 60 }, (_, n) => ({ ...row, companyName: `Company ${100 + n}` }))
    await route.fulfill({ response: answer, json: envelope })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2$/)
  await expect(rows(page)).toHaveCount(10)
})

test('1, 7, D8 a search is recorded under the transaction of its call', async ({ page }) => {
  await email(page).fill('installer@harbor.example')
  const [entry, asked] = await Promise.all([
    page.waitForRequest((each) => (each.postData() ?? '').includes('Remote Portal user')),
    page.waitForRequest(call),
    search(page).click(),
  ])
  expect(entry.postDataJSON()).toMatchObject({
    Activity: 'User Info (CBS)',
    ActionMessage: 'Search the Remote Portal user installer@harbor.example',
  })
  expect(entry.headers()['x-transaction-id']).toBe(asked.headers()['x-transaction-id'])
})

test('2.11, D28 has no accessibility violation and fits 390, 1024 and 1440 pixels; works by the keyboard alone', async ({
  page,
}) => {
  test.slow()
  await expect(email(page)).toBeVisible()
  await expectAccessible(page)
  await email(page).focus()
  await page.keyboard.type('installer@harbor.example')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expectAccessible(page)
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
  }
})

test('18.3 an engineer ends the sign-ons of a person, told what that does and does not do; support is not offered it', async ({
  browser,
  page,
  world,
}) => {
  const signOns = (where: typeof page) => where.getByRole('region', { name: 'Sign-ons to this console' })
  await email(page).fill(accounts.auditor)
  await search(page).click()
  await expect(page.getByText('No items found')).toBeVisible()
  await expect(signOns(page)).toHaveCount(0)

  const [theirs, mine] = [await browser.newContext(), await browser.newContext()]
  await world.signOn(await theirs.newPage(), accounts.auditor)
  const cookies = await theirs.cookies(world.consoleUrl)
  const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value ?? ''
  const access = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await mine.request.get(`${world.consoleUrl}/api/session/v1/access`, { headers })).status()
  }
  expect(await access()).toBe(200)

  const desk = await mine.newPage()
  await world.signIn(desk, accounts.engineer, `${screen}?email=nobody@harbor.example`)
  const ask = () => signOns(desk).getByRole('button', { name: 'End sign-ons…' }).click()
  await ask()
  await expect(signOns(desk)).toContainText('No one has signed in to this console as nobody@harbor.example')
  await email(desk).fill(accounts.auditor)
  await search(desk).click()
  await expect(desk).toHaveURL(/auditor/)
  await ask()
  const question = desk.getByRole('alertdialog', { name: `End the sign-ons of ${accounts.auditor}?` })
  await expect(question).toContainText('Every server refuses the tokens from before now')
  await expect(question).toContainText('does not sign anyone out of the sign-on service')
  await expectAccessible(desk)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await access()).toBe(200)
  await ask()
  await question.getByRole('button', { name: 'End sign-ons', exact: true }).click()
  await expect(signOns(desk)).toContainText(`The sign-ons of ${accounts.auditor} were ended`)
  expect(await access()).toBe(401)
  await theirs.close()
  await mine.close()
})
