import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test.use({ actionTimeout: 30_000 })

test('issue 43, U12 a list’s filters, order and columns are kept under a name, by keyboard', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').and(page.locator('[open]'))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const list = `${world.consoleUrl}/panel-management`
  await page.goto(`${list}?by=sapNumber&ids=1000001`)
  await expect(main.getByRole('row').filter({ hasText: 'CBS0000001' })).toBeVisible()
  const choose = async (item: string) => {
    await main.getByRole('button', { name: /^View/ }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  const columns = await main.getByRole('columnheader').count()

  await test.step('it asks for the name, whose it is, and the columns; a name that is there is said at the field', async () => {
    await choose('Save view…')
    await expect(dialog).toHaveAccessibleName('Save this view')
    await expect(name).toBeFocused()
    await expect(name).not.toHaveAccessibleDescription(/required/)
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(name).toBeFocused()
    await name.fill('Harbor panels')
    await dialog.getByRole('checkbox', { name: 'Remote Portal ID' }).press('Space')
    await dialog.getByRole('checkbox', { name: 'Open this list with this view' }).press('Space')
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSideways(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await name.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/without=remoteId&view=|view=.*without=remoteId/)
    await expect(main.getByRole('columnheader')).toHaveCount(columns - 1)
    await choose('Save view…')
    await name.fill('HARBOR PANELS')
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription('is the name of another view of yours in this list')
    await expect(name).toHaveValue('HARBOR PANELS')
    await page.keyboard.press('Escape')
  })

  await test.step('it is there on Home, in the palette, and where the list is opened', async () => {
    await page.goto(`${world.consoleUrl}/`)
    await main.getByRole('link', { name: 'Harbor panels' }).press('Enter')
    await expect(page).toHaveURL(/view=/)
    await page.goto(list)
    await expect(main.getByRole('columnheader')).toHaveCount(columns - 1)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('harbor pan')
    await expect(page.getByRole('option', { name: 'Harbor panels' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('one that has lost a filter says so, shows what is left, and refuses actions on many', async () => {
    await page.route(/\/api\/views\/v1\/views$/, async (route) => {
      const answer = await route.fetch(reconnecting)
      const body = await answer.json()
      for (const view of body.data) view.lost = ['colour']
      await route.fulfill({ response: answer, json: body })
    })
    await page.reload()
    await expect(main.getByText('The filter colour no longer exists,')).toBeVisible()
    await main.getByRole('checkbox', { name: /Select.*CBS0000001/ }).check()
    const cause = main.getByRole('button', { name: 'Find the cause' })
    await expect(cause).toHaveAccessibleDescription(/A filter of this view no longer exists/)
    await expectAccessible(page)
    await page.unroute(/\/api\/views\/v1\/views$/)
  })

  await test.step('one that cannot be read is not called gone, and refuses actions on many', async () => {
    await page.route(/\/api\/views\/v1\/views$/, (route) => route.abort())
    await page.reload()
    await expect(main.getByText('The console could not load this view.')).toBeVisible()
    await main.getByRole('checkbox', { name: /Select.*CBS0000001/ }).check()
    const cause = main.getByRole('button', { name: 'Find the cause' })
    await expect(cause).toHaveAccessibleDescription(/a filter may be missing/)
    await page.unroute(/\/api\/views\/v1\/views$/)
  })

  await test.step('its owner deletes it', async () => {
    await page.reload()
    await choose('Delete view')
    await expect(page).toHaveURL(`${list}?view=usual`)
    await main.getByRole('button', { name: /^View/ }).press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText(['Save view…'])
  })
})
