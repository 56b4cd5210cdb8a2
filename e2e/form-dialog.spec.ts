import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('D9 a form whose answer was lost keeps what was typed; its button asks for the same, once', async ({
  page,
  world,
}) => {
  const asked: string[] = []
  await page.route('**/api/tokens/v1/mine', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    asked.push(route.request().headers()['x-transaction-id'] ?? '')
    if (asked.length > 1) return route.continue()
    // The server gets it; its answer is lost.
    await route.fetch(reconnecting)
    await route.abort()
  })
  await page.goto(`${world.consoleUrl}/tokens`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Make a token…' }).click()
  const form = page.getByRole('dialog', { name: 'Make a token' })
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Lost once')
  const make = form.getByRole('button', { name: 'Make token', exact: true })
  await make.click()
  await expect(form.getByRole('button', { name: 'Ask again' })).toBeVisible()
  await expect(name).toHaveValue('Lost once')
  await make.click()
  await expect(main.getByRole('textbox', { name: 'Token' })).toHaveValue(/^isc_/)
  expect(asked).toEqual([asked[0], asked[0]])
  expect(asked[0]).toMatch(/./)
  await expect(main.getByRole('listitem').filter({ hasText: 'Lost once' })).toHaveCount(1)
})
