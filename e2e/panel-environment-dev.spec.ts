import {
  ask,
  confirm,
  inDev,
  lookUp,
  panelId,
  pathfinder,
  screen,
  search,
  value,
} from './support/panel-environment.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

test.use({ worldName: 'development' })

test('2.2, 2.9 on the dev host support looks up in DEV only, and may update', async ({ page, world }) => {
  await world.signIn(page, accounts.support)
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Panel Environment' })
    .click()
  await expect(page).toHaveURL(new RegExp(`${screen}$`))
  await expect(lookUp(page).getByRole('radio')).toHaveCount(1)
  await expect(lookUp(page).getByRole('radio', { name: 'DEV' })).toBeChecked()
  await panelId(page).fill('CBS0000007')
  await search(lookUp(page)).click()
  await expect(value(lookUp(page), 'Physical ID')).toHaveText(inDev)
  await value(lookUp(page), 'Physical ID').getByRole('link').click()
  await expect(value(pathfinder(page), 'MQTT environment')).toHaveText('DEV')
  await ask(page, 'PROD')
  await confirm(page)
  await expect(page.getByText('Read back from Pathfinder: PROD. The update took effect.')).toBeVisible()
})
