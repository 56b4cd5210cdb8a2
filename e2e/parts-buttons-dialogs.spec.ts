import type { Page } from '@playwright/test'
import { violationsIn } from './support/accessibility.ts'
import { stopClock } from './support/clock.ts'
import { expect, test } from './support/diary.ts'

const presses = (page: Page) => page.getByTestId('presses')

test.describe('D28 buttons', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/parts/buttons')
  })

  test('D28 a busy button keeps its width and its focus and is deaf', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Count', exact: true })
    const before = await button.boundingBox()
    await button.focus()
    await page.keyboard.press('Enter')
    const busy = page.getByRole('button', { name: 'Counting…' })
    await expect(busy).toBeFocused()
    expect((await busy.boundingBox())?.width).toBe(before?.width)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await busy.click({ force: true })
    await expect(presses(page)).toHaveText('1')
    await expect(busy).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'End' }).click()
    await expect(button).toBeVisible()
  })

  test('D28 a refused button can be reached, says why, and does nothing', async ({ page }) => {
    const button = page.getByRole('button', { name: 'Refused' })
    await button.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toHaveText('Count to 100 first')
    await expect(button).toHaveAccessibleDescription('Count to 100 first')
    await page.keyboard.press('Enter')
    await button.click({ force: true })
    await expect(presses(page)).toHaveText('0')
  })

  test('D28 a tooltip comes on hover, stays under the pointer and goes with Escape', async ({ page }) => {
    const button = page.getByRole('button', { name: 'With a tooltip' })
    await button.hover()
    const tip = page.getByRole('tooltip')
    await expect(tip).toBeVisible()
    await tip.hover()
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
  })
})

test.describe('8 dialogs', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/parts/dialogs')
  })

  test('8 confirmation: focus on Cancel, kept inside, Escape cancels, focus returns', async ({ page }) => {
    const opener = page.locator('section[aria-label="Dialogs"]').getByRole('button', { name: 'Deactivate…' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate SIM 8901…0013?' })
    await expect(dialog).toBeVisible()
    await expect(dialog).toContainText('Caution: This operation will deactivate a SIM, be careful.')
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Deactivate SIM' })).toBeFocused()
    // Whatever Tab does next, it never reaches the page behind.
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(() => document.activeElement?.closest('section[aria-label]') ?? null),
      ).toBeNull()
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(page.getByTestId('dialog')).toBeEmpty()
  })

  test('8 confirmation: the verb acts once', async ({ page }) => {
    await page.locator('section[aria-label="Dialogs"]').getByRole('button', { name: 'Deactivate…' }).click()
    await page.getByRole('button', { name: 'Deactivate SIM' }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByTestId('dialog')).toHaveText('deactivated')
  })

  for (const [kind, title, role] of [
    ['error', 'Error', 'alertdialog'],
    ['warning', 'Warning', 'alertdialog'],
    ['success', 'Success', 'dialog'],
    ['information', 'Information', 'dialog'],
  ] as const)
    test(`8 ${title} dialog`, async ({ page }) => {
      await page.getByRole('button', { name: kind, exact: true }).click()
      const dialog = page.getByRole(role, { name: title })
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
    })

  test('4 loading: what is waited for, the seconds so far, how long it can take; a way out', async ({
    page,
  }) => {
    await stopClock(page)
    await page.getByRole('button', { name: 'Loading', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Querying AT&T' })
    await expect(dialog).toContainText(/\D0 s so far\. It can take more than 2 minutes\./)
    await page.clock.runFor(1300)
    await expect(dialog).toContainText(/\D1 s so far\./)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('2.8 details: formatted text, to be copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await stopClock(page)
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Panel info' })
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await dialog.locator('pre').textContent(),
    )
    await page.clock.runFor(10_000)
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  })

  test('8 a select menu inside: Escape closes the menu first, then the dialog', async ({ page }) => {
    await page.getByRole('button', { name: 'With a select menu' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a release' })
    await dialog.getByRole('combobox', { name: 'Release' }).click()
    await page.getByRole('option', { name: '5.0.0' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Release' })).toHaveText('5.0.0')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('D28 dialogs have no accessibility violation, and fill a phone', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Upgrade…' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    expect((await dialog.boundingBox())?.width).toBe(358)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await violationsIn(page, { include: ['dialog[open]'] })).toEqual([])
    }
  })
})
