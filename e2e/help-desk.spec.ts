import { pressInMore } from './support/more.ts'
import { enterPassword } from './support/session.ts'
import { test } from './support/test.ts'
import { expect } from './support/world.ts'

test('56.7 an address finds: before sign-on, one thing, several, and none', async ({ page, world }) => {
  const asked = '/go?find=8914800000000000055'
  await test.step('it goes on after sign-on to the one thing that is meant', async () => {
    await page.goto(world.consoleUrl + asked)
    await enterPassword(page)
    await expect(page).toHaveURL(/\/sims\/8914800000000000055$/)
  })
  await test.step('the way back leads past it', async () => {
    await page.goto(`${world.consoleUrl}/companies/1`)
    await page.goto(`${world.consoleUrl}/go?find=CBS0000001`)
    await expect(page).toHaveURL(/\/panels\/CBS0000001$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/companies\/1$/)
  })
  await test.step('what could be several things, or is none, stands on the search page', async () => {
    await page.goto(`${world.consoleUrl}/go?find=Alarm`)
    await expect(page).toHaveURL(/\/search$/)
    await expect(page.getByRole('main').getByText('Alarm', { exact: true }).first()).toBeVisible()
    await page.goto(`${world.consoleUrl}/go?find=ZZZ9999999`)
    await expect(page).toHaveURL(/\/search$/)
    await expect(page.getByRole('main').getByText('ZZZ9999999').first()).toBeVisible()
  })
})

test('56.7 a look is copied for the ticket as Markdown', async ({ page, world }) => {
  await world.signIn(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${world.consoleUrl}/sims/8901170000000000013`)
  await pressInMore(page, page.getByRole('button', { name: 'Copy for the ticket, as Markdown' }))
  await expect(page.getByText(/Copied for the ticket, \d+ lines/).first()).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^\*\*SIM 8901170000000000013\*\*\n\n- /)
  expect(copied).toContain(`- <${world.consoleUrl}/sims/8901170000000000013>`)
})
