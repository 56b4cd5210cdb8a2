import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

/** Silent in the situation that is entered. */
const silent = 'CBS0000001'

test('D38 a silent panel is watched from its page, shown in the tray, and left again', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  const door = page.getByRole('banner').getByRole('button', { name: /^Work/ })
  const tray = page.getByRole('dialog', { name: 'Work' })
  await world.enterSituation('panel-with-a-deactivated-sim')
  await page.goto(`${world.consoleUrl}/panels/${silent}`)
  const watch = main.getByRole('button', { name: 'Watch…' })
  await expect(watch).toBeEnabled()
  await watch.press('Enter')
  const ask = main.getByRole('group', { name: `Tell me when panel ${silent} is back. Watch it for:` })
  await expectAccessible(page)
  await ask.getByRole('button', { name: '8 hours' }).press('Enter')
  await expect(main.getByText(`You are watching panel ${silent} until`)).toBeVisible()
  await expect(ask).toHaveCount(0)

  // Another tab of the same person, after a reload.
  await page.reload()
  await expect(main.getByText(`You are watching panel ${silent} until`)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page, 'the panel at 390')
  await door.press('Enter')
  const running = tray
    .getByRole('listitem')
    .filter({ hasText: `Watch panel ${silent}` })
    .first()
  await expect(running).toContainText('until')
  await running.getByRole('button', { name: `Stop: Watch panel ${silent}` }).press('Enter')
  await expect(running).toContainText('stopped')
  await page.keyboard.press('Escape')
  await expect(watch).toBeVisible()
  await expect(main.getByText(`You are watching panel ${silent} until`)).toHaveCount(0)
})
