import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test.use({ worldName: 'production' })

test('2.2, 6 on the production host only eng-admin sees Panel Environment', async ({
  page,
  world,
  context,
}) => {
  await world.signIn(page, accounts.support)
  const menu = page.getByRole('navigation', { name: 'Screens' })
  await expect(menu.getByRole('link', { name: 'Panel Management' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Panel Environment' })).toBeHidden()
  // Anyone who knows the address does not get further than the server would let them.
  await page.goto(`${world.consoleUrl}/panel-environment`)
  await expect(page.getByText("Sorry, you don't have access to this page.")).toBeVisible()
  await expect(page.getByRole('main').getByText('eng-admin', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('PROD')

  // Elsewhere first: the open page would see that its session is gone and go to /login by itself.
  await page.goto('about:blank')
  await context.clearCookies()
  await world.signIn(page, accounts.engineer)
  await menu.getByRole('link', { name: 'Panel Environment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Panel Environment')
  await expect(page.getByText("Sorry, you don't have access")).toBeHidden()
})

test('2.2 a visitor on the production host does not see Panel Environment either', async ({
  page,
  world,
}) => {
  await page.goto(world.consoleUrl)
  await expect(page.getByRole('heading', { name: 'Please login first!!!' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Panel Environment' })).toBeHidden()
})

test('D60 where it is switched off, no command line is offered a way in', async ({ page, world }) => {
  await world.signIn(page, accounts.support, '/tokens')
  await expect(page.getByRole('button', { name: 'Make a token…' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in a command line…' })).toBeHidden()
})
