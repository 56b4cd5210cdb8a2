import type { Request } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

const panel = 'CBS0000004'
const said = 'The installer swaps it at 3'

test('D9 D45 a note on a panel: written, told to the ticket and the next shift, and ended', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const until = main.getByRole('textbox', { name: /^Until/ })
  const note = main.getByRole('textbox', { name: 'Note' })
  await page.goto(`${world.consoleUrl}/panels/${panel}`)
  const write = main.getByRole('button', { name: 'Write a note…' })
  await test.step('D9 says at the field what is wrong, by keyboard alone', async () => {
    await write.press('Enter')
    await expect(note).toBeFocused()
    await until.fill('2020-01-01 08:00')
    await until.press('Enter')
    await expect(note).toBeFocused()
    await expect(main.getByText('This field is required')).toBeVisible()
    await expect(main.getByText('Choose a time in the future.')).toBeVisible()
    await expectAccessible(page)
    await note.fill(said)
    await until.fill('tomorrow')
    await until.press('Enter')
    await expect(
      main.getByText('Enter a day and a time, such as 26 Nov 08:00 or yesterday 14:30.'),
    ).toBeVisible()
    await expect(note).toHaveValue(said)
  })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await until.fill(`${tomorrow} 08:00`)
  // The answer is lost, and the same is pressed again.
  const writes = (request: Request) => request.method() === 'POST' && request.url().includes('/api/notes/')
  let isLost = false
  await page.route('**/api/notes/**', async (route) => {
    if (isLost || !writes(route.request())) return route.fallback()
    isLost = true
    await route.fetch(reconnecting)
    await route.abort()
  })
  const refused = page.waitForEvent('requestfailed', writes)
  await until.press('Enter')
  await refused
  await expect(note).toHaveValue(said)
  await main.getByRole('button', { name: 'Save note' }).press('Enter')
  const notes = main.getByRole('list', { name: 'Notes' })
  await expect(notes).toContainText(said)
  await expect(notes.getByRole('listitem')).toHaveCount(1)
  await expect(notes).toContainText(`support@example.com · until ${tomorrow} 08:00 UTC`)
  await expect(write).toBeFocused()
  await main.getByRole('button', { name: 'Copy for the ticket' }).press('Enter')
  await expect.poll(copied).toContain(`Note: ${said} (support@example.com, until ${tomorrow} 08:00 UTC`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page, 'a panel with a note at 390')
  await page.setViewportSize({ width: 1440, height: 900 })

  await test.step('D25 D45 stands in the handover, as text, too', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await expect(page).toHaveURL(`${world.consoleUrl}/handover`)
    const goOn = main.getByRole('list', { name: 'To go on with' })
    await expect(goOn).toContainText(`On panel ${panel}: ${said}`)
    await expect(main.getByText(/^8 hours: .*1 thing to go on with\.$/)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('c')
    await expect.poll(copied).toMatch(/^Handover\n\d{4}-\d\d-\d\d \d\d:\d\d UTC.* – /)
    expect(await copied()).toContain('Who: everyone')
    expect(await copied()).toContain(`On panel ${panel}: ${said}`)
    expect(await copied()).toContain(`${world.consoleUrl}/handover?from=`)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await expectNoSideways(page, `the handover at ${width}`)
        await page.screenshot({
          path: test.info().outputPath(`handover-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
    await main.getByRole('button', { name: 'From … to …' }).press('Enter')
    const to = main.getByRole('textbox', { name: /^To/ })
    await to.fill('2026-01-01 00:00')
    await to.press('Enter')
    await expect(main.getByText('This must be before the end.')).toBeVisible()
    await to.fill('soon')
    await to.press('Enter')
    await expect(
      main.getByText('Enter a day and a time, such as 26 Nov 08:00 or yesterday 14:30.'),
    ).toBeVisible()
    await main.getByRole('button', { name: 'Last 8 hours' }).press('Enter')
    await expect(to).toHaveCount(0)
    await main.getByRole('button', { name: /^Since \w+day 17:00$/ }).press('Enter')
    await expect(page).toHaveURL(/\/handover\?from=[^&]+$/)
    await expect(main.getByRole('button', { name: /^Since/ })).toHaveAttribute('aria-pressed', 'true')
    await main.getByRole('button', { name: 'Mine' }).press('Enter')
    await expect(page).toHaveURL(/who=me/)
    await expect(goOn).toContainText(said)
    await main.getByRole('button', { name: 'One person' }).press('Enter')
    const who = main.getByRole('textbox', { name: 'Who' })
    await who.fill('no.one@example.com')
    await who.press('Enter')
    await expect(main.getByText(/^No one has done anything as no\.one@example\.com/)).toBeVisible()
    await main.getByRole('button', { name: 'Everyone' }).press('Enter')
    await expect(goOn).toContainText('support@example.com')
  })

  await page.goto(`${world.consoleUrl}/panels/${panel}`)
  await main.getByRole('button', { name: `End the note “${said}”` }).press('Enter')
  await expect(notes).toHaveCount(0)
  await page.reload()
  await expect(main.getByText(`End the note: “${said}”`)).toBeVisible()
})

test('U7 put back… opens the form with the former value, from the handover and the timeline', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  const endpoint = main.getByRole('textbox', { name: /^VPN endpoint/ })
  const question = page.getByRole('alertdialog')
  const save = async () => {
    await main.getByRole('button', { name: 'Save' }).click()
    await question.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText(/ is saved\.$/)).toBeVisible()
  }
  await page.goto(`${world.consoleUrl}/company/update/1`)
  const former = await endpoint.inputValue()
  await endpoint.fill('vpn.wrong.example')
  await save()
  await page.goto(`${world.consoleUrl}/handover`)
  const change = main.getByRole('listitem').filter({ hasText: `VPN endpoint ${former} → vpn.wrong.example` })
  await change.getByRole('link', { name: /^put back/ }).click()
  await expect(main.getByText(/The form has the values from before the change/)).toBeVisible()
  await expect(endpoint).toHaveValue(former)
  await save()
  await page.goto(`${world.consoleUrl}/companies/1/timeline`)
  // The second change can be put back, too: to what was wrong.
  await main
    .getByRole('link', { name: /^Put back/ })
    .first()
    .click()
  await expect(endpoint).toHaveValue('vpn.wrong.example')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(question).toContainText(`${former} → vpn.wrong.example`)
  await question.getByRole('button', { name: 'Cancel' }).click()
})
