import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { more } from './support/more.ts'
import { answerNextCalls } from './support/next-calls.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

/** Silent in the situation that is entered. */
const silent = 'CBS0000001'
const simOfSilent = '8901170000000000013'
const simOfNoPanel = '8901170000000000062'

test('D38 a silent panel is watched from its page, shown in the tray, and left again', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  const door = page.getByRole('banner').getByRole('button', { name: /^Work/ })
  const tray = page.getByRole('dialog', { name: 'Work' })
  test.setTimeout(180_000)
  await world.enterSituation('panel-with-a-deactivated-sim')
  await page.goto(`${world.consoleUrl}/panels/${silent}`)
  const watch = main.getByRole('button', { name: 'Notify me when it is back…' })
  const ask = main.getByRole('group', { name: `Notify me when panel ${silent} is back. Watch it for:` })
  // Its container is looked at every minute, and tells then that it is gone.
  await expect(async () => {
    await more(page).press('Enter')
    await expect(watch).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 100_000 })
  await watch.press('Enter')
  await expect(ask.getByRole('button', { name: '1 hour' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(watch).toBeFocused()
  await watch.press('Enter')
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
  await more(page).press('Enter')
  await expect(watch).toBeVisible()
  await expect(main.getByText(`You are watching panel ${silent} until`)).toHaveCount(0)

  // Issue 43: offered by itself once its SIM was made usable.
  await page.goto(`${world.consoleUrl}/sims/${simOfSilent}`)
  const mark = main.getByRole('button', { name: /^Mark (unusable|usable)$/ })
  await more(page).press('Enter')
  await expect(mark).toBeEnabled()
  await mark.press('Enter')
  await more(page).press('Enter')
  await expect(main.getByRole('button', { name: 'Mark usable' })).toBeEnabled()
  await expect(ask).toHaveCount(0)
  await mark.press('Enter')
  await expect(ask).toBeVisible()
})

test('issue 43 pasted things and groups are watched at once; by keyboard, at 390', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  const watch = main.getByRole('button', { name: /^Notify me when back…/ }).first()
  const tools = main.getByRole('button', { name: 'More for this list' })
  const ask = main.getByRole('group', {
    name: /^Notify me when these are back: 3 panels, 1 SIM\. Watch for:/,
  })
  const said = main.getByRole('status').filter({ hasText: 'watched' })
  await page.setViewportSize({ width: 390, height: 844 })
  await world.enterSituation('panel-with-a-deactivated-sim')
  test.setTimeout(180_000)
  // Until its container has told that it is gone.
  await page.goto(`${world.consoleUrl}/panels/${silent}`)
  await expect(async () => {
    await more(page).press('Enter')
    await expect(main.getByRole('button', { name: 'Notify me when it is back…' })).toBeVisible({
      timeout: 2000,
    })
  }).toPass({ timeout: 100_000 })
  await page.goto(`${world.consoleUrl}/search`)
  await main.getByRole('textbox').fill(`${silent}\nCBS0000002\nCBS0000003\n${simOfNoPanel}`)
  await main.getByRole('button', { name: 'Look up' }).press('Enter')

  await test.step('an answer that is lost loses nothing that was chosen, and begins nothing twice', async () => {
    await answerNextCalls(page, /\/watches\/v1\/panels$/, async (route) => {
      await route.fetch(reconnecting)
      await route.abort()
    })
    await tools.press('Enter')
    await watch.press('Enter')
    await expectAccessible(page)
    await ask.getByRole('button', { name: '8 hours' }).press('Enter')
    const again = main.getByRole('button', { name: 'Ask again' })
    await expect(ask).toBeVisible()
    await again.press('Enter')
    await expect(said).toContainText(/[1-3] watched/)
    await expect(said).toContainText('1 in no panel')
    await expect(said).toContainText(`SIMs in no panel: ${simOfNoPanel}`)
    await expect(said).toBeFocused()
    await expectAccessible(page)
    await expectNoSideways(page, 'the outcome at 390')
  })

  await test.step('a group of /diagnose: what is watched already is said', async () => {
    await page.goto(`${world.consoleUrl}/diagnose?ids=${silent}`)
    await watch.press('Enter')
    await main.getByRole('button', { name: '1 hour' }).press('Enter')
    await expect(said).toContainText(`0 watched, 1 already watched by you.`)
    await expect(said).toContainText(`Already watched by you: ${silent}`)
    await expectNoSideways(page, 'a group at 390')
    await main.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(said).toHaveCount(0)
  })
})
