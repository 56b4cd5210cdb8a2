import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { pressInMore } from './support/more.ts'
import { cloudId, dialog } from './support/panels.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('2.8 management is disabled for a time, extended, and enabled with others from the list', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  const one = cloudId(140)
  const other = cloudId(141)
  const verb = dialog(page).getByRole('button', { name: 'Disable management' })
  const choice = (name: string) => dialog(page).getByRole('radio', { name })
  const disable = main.getByRole('button', { name: 'Disable management…' })
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${world.consoleUrl}/panels/${one}`)
  await pressInMore(page, disable)
  await choice('Until enabled').press('ArrowUp')
  await expect(choice('Until a time')).toBeChecked()
  const until = dialog(page).getByRole('textbox', { name: 'Until' })
  const zone = dialog(page).getByRole('textbox', { name: 'Time zone' })
  await expect(until).toHaveValue(/^\d{4}-\d\d-\d\d 08:00$/)
  const tomorrow = await until.inputValue()

  await test.step('a time in the past and a zone that does not exist: a sentence at the field', async () => {
    await until.fill('2020-01-01 08:00')
    await verb.press('Enter')
    await expect(until).toBeFocused()
    await expect(until).toHaveAccessibleDescription('Choose a time within the next 30 days')
    await zone.fill('Mars/Olympus')
    await verb.press('Enter')
    await expect(zone).toBeFocused()
    await expect(zone).toHaveAccessibleDescription('No such time zone. Write it like America/Toronto')
    await expectAccessible(page)
    await expectNoSideways(page, 'the question at 390')
  })

  await until.fill(tomorrow)
  await zone.fill('America/Toronto')
  await verb.press('Enter')
  const said = main.getByText('disabled management until')
  await expect(said).toContainText('support@example.com disabled management until')
  await expectAccessible(page)
  await expectNoSideways(page, 'the page at 390')
  await page.setViewportSize({ width: 1440, height: 900 })
  const before = await said.textContent()
  await main.getByRole('button', { name: `Disable ${one} for 1 hour more` }).press('Enter')
  await expect(said).not.toHaveText(before ?? '')

  await test.step('the tray shows it', async () => {
    await page.getByRole('banner').getByRole('button', { name: /^Work/ }).press('Enter')
    const entry = page.getByRole('dialog', { name: 'Work' }).getByRole('listitem').first()
    await expect(entry).toContainText(`Management of ${one} disabled`)
    await expect(entry.getByRole('button', { name: /^1 hour more/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await page.goto(`${world.consoleUrl}/panels/${other}`)
  await pressInMore(page, disable)
  await choice('1 hour').check()
  await verb.press('Enter')
  await expect(said).toBeVisible()

  await page.goto(`${world.consoleUrl}/panel-management`)
  await main.getByRole('link', { name: 'Disabled now' }).press('Enter')
  const row = (id: string) => main.getByRole('row').filter({ hasText: id })
  // What ends first stands first.
  await expect(main.getByRole('row').nth(1)).toContainText(other)
  await expect(row(one)).toContainText('support@example.com')
  await expectAccessible(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page, `the list at ${width}`)
  }
  for (const id of [one, other])
    await row(id)
      .getByRole('checkbox', { name: `Select ${id}` })
      .press('Space')
  await main.getByRole('button', { name: 'Enable management…' }).press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Enable management of 2 panels in the Remote Portal?')
  // Issue 43: it goes on when the page is left, and what became of each is read later.
  await world.fault({ system: 'remote-portal', fault: 'slow', seconds: 4 })
  await dialog(page).getByRole('button', { name: 'Enable management' }).press('Enter')
  await expect(page).toHaveURL(/enabling=/)
  await expect(main.getByText('You can leave this page. The console continues')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${world.consoleUrl}/user-management`)
  await world.clearFaults()
  await page.getByRole('banner').getByRole('button', { name: /^Work/ }).press('Enter')
  const work = page.getByRole('dialog', { name: 'Work' })
  const entry = work.getByRole('listitem').filter({ hasText: 'Enable management of 2 panels' })
  await expect(entry).toContainText('All 2 enabled.')
  await entry.getByRole('link').first().press('Enter')
  const results = main.getByText('Management of 2 of 2 panels is now enabled')
  await expect(results).toBeVisible()
  await main.getByText('Enabled: 2').press('Enter')
  for (const id of [one, other]) {
    await expect(main.getByRole('link', { name: id })).toBeVisible()
    await expect(row(id)).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 900 })
  await expectNoSideways(page, 'the results at 390')
})
