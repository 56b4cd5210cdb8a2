import { happy, lookUp, panelId, pathfinder, screen, search, value } from './support/panel-environment.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test.use({ worldName: 'production' })

test('2.9, 6 on the production host eng-admin looks up in PROD, TEST and DEV', async ({ page, world }) => {
  await world.signIn(page, accounts.engineer, `${screen}?physicalId=${happy}`)
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('PROD')
  await expect(lookUp(page).getByRole('radio')).toHaveCount(3)
  await expect(lookUp(page).getByRole('radio', { name: 'PROD' })).toBeChecked()
  await panelId(page).fill('CBS0000027')
  await search(lookUp(page)).click()
  await expect(lookUp(page)).toContainText('CBS0000027 in PROD.')
  await lookUp(page).getByRole('radio', { name: 'TEST' }).check()
  await search(lookUp(page)).click()
  await expect(page).toHaveURL(/panelId=CBS0000027&env=test$/)
  await expect(value(lookUp(page), 'Device ID')).toHaveText('DEV-00000027')
  // Which of the three it is from stays said, wherever the choice goes.
  await lookUp(page).getByRole('radio', { name: 'DEV' }).check()
  await expect(value(lookUp(page), 'Environment')).toHaveText('TEST')
})

test("2.9, 6, 8, D16 support without eng-admin finds no access; where the server refuses a call, it's said too", async ({
  page,
  world,
}) => {
  // As if the rights were taken away while the page is open: the console believes that they are there.
  await page.route('**/api/session/v1/access', async (route) => {
    const answer = await route.fetch(reconnecting)
    const envelope = (await answer.json()) as { data: { permissions: string[] } }
    envelope.data.permissions.push('panel-environment.read', 'panel-environment.change')
    await route.fulfill({ response: answer, json: envelope })
  })
  await world.signIn(page, accounts.support, `${screen}?physicalId=${happy}&panelId=CBS0000001`)
  for (const section of [pathfinder(page), lookUp(page)]) {
    await expect(section.getByRole('alert')).toContainText("Sorry, you don't have access to this page.")
    await expect(section.getByRole('alert')).toContainText('Please Contact Admin!')
  }
})
