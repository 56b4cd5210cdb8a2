import type { Page } from '@playwright/test'
import { violationsIn } from './support/accessibility.ts'
import { expect, test } from './support/diary.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/parts/choices')
})

const combo = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const options = (page: Page) => page.getByRole('option')

test.describe('5, 8, 9 select menu', () => {
  test('5 opens and chooses by keyboard alone; Escape keeps the old choice', async ({ page }) => {
    const year = combo(page, 'Year')
    await year.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox', { name: 'Year' })).toBeVisible()
    await expect(page.getByRole('option', { name: '2020' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(year).toHaveText('2020')
    await expect(year).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(year).toHaveText('2018')
    await expect(year).toBeFocused()
    await page.keyboard.type('2021')
    await expect(year).toHaveText('2021')
  })

  test('5 is searchable from eight options on', async ({ page }) => {
    await combo(page, 'Year').click()
    await expect(page.getByRole('combobox', { name: 'Search the options' })).toHaveCount(0)
    await combo(page, 'CIDR').click()
    const search = page.getByRole('combobox', { name: 'Search the options' })
    await expect(search).toBeFocused()
    await expect(search).toHaveAttribute('placeholder', 'Select...')
    await page.keyboard.type('2')
    await expect(options(page)).toHaveCount(13)
    await page.keyboard.type('4')
    await expect(options(page)).toHaveText(['/24'])
    await page.keyboard.press('Enter')
    await expect(combo(page, 'CIDR')).toHaveText('/24')
    await expect(combo(page, 'CIDR')).toBeFocused()
    await combo(page, 'CIDR').click()
    await page.keyboard.type('zz')
    await expect(options(page)).toHaveText(['No options'])
  })

  test('9 at most 300 high, at least 140; a page is five', async ({ page }) => {
    await combo(page, 'CIDR').click()
    const list = page.getByRole('listbox')
    const height = async () => (await list.boundingBox())?.height ?? 0
    expect(await height()).toBeLessThanOrEqual(300)
    const active = () =>
      page.getByRole('combobox', { name: 'Search the options' }).getAttribute('aria-activedescendant')
    const numberOf = (id: string | null) => Number(id?.split('-').at(-1))
    const before = numberOf(await active())
    await page.keyboard.press('PageDown')
    expect(numberOf(await active())).toBe(before + 5)
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageUp')
    expect(numberOf(await active())).toBe(before - 5)
    await page.keyboard.type('zz')
    expect(await height()).toBeGreaterThanOrEqual(140)
  })

  test('5 finds its value in groups; disabled options cannot be chosen', async ({ page }) => {
    const field = combo(page, 'Reservation')
    await expect(field).toHaveText('Mountain Watch')
    await field.click()
    await expect(page.getByRole('group', { name: 'United States' }).getByRole('option')).toHaveCount(3)
    await page.getByRole('option', { name: 'Great Lakes Alarm' }).click({ force: true })
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(field).toHaveText('Harbor Security')
  })

  test('5, 8 the first option is the default; placeholders: Please select, No options, Loading...', async ({
    page,
  }) => {
    await expect(combo(page, 'Nothing chosen')).toHaveText('Please select')
    await expect(combo(page, 'Defaults to the first')).toHaveText('2018')
    // A value that no option has, in groups or outside, is not kept.
    await expect(combo(page, 'Value without an option')).toHaveText('No region')
    await expect(combo(page, 'Disabled without a value')).toHaveText('Please select')
    await combo(page, 'No options').click()
    await expect(options(page)).toHaveText(['No options'])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await combo(page, 'Loading').click()
    await expect(options(page)).toHaveText(['Loading...'])
    await expect(combo(page, 'Release, disabled')).toBeDisabled()
  })

  test('5 a required menu that was left without a choice says so; a press elsewhere closes it', async ({
    page,
  }) => {
    const field = combo(page, 'Nothing chosen')
    await field.click()
    await page.getByRole('heading', { name: 'Choices and dates' }).click()
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(field).toHaveAccessibleDescription('This field is required')
  })

  test('D28 the open menu has no accessibility violation', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const name of ['Reservation', 'CIDR', 'No options']) {
      await combo(page, name).click()
      expect(await violationsIn(page, { include: ['[popover]:popover-open'] })).toEqual([])
      await page.keyboard.press('Escape')
    }
  })
})

test.describe('2.14 checkboxes and radios', () => {
  test('2.14 tristate: unchecked, indeterminate, checked', async ({ page }) => {
    const area = page.locator('section[aria-label="Choices and dates"]')
    const all = area.getByRole('checkbox', { name: 'All', exact: true })
    await expect(all).toBeChecked({ indeterminate: true })
    await all.press('Space')
    await expect(all).toBeChecked()
    await expect(area.getByRole('checkbox', { name: 'Verizon' })).toBeChecked()
    await all.press('Space')
    await expect(all).not.toBeChecked()
    await area.getByRole('checkbox', { name: 'Wyless' }).click()
    await expect(all).toBeChecked({ indeterminate: true })
  })

  test('D16 a refused checkbox says why and does not change', async ({ page }) => {
    const box = page.getByRole('checkbox', { name: 'Refused' })
    await expect(box).toHaveAccessibleDescription('Only on dev and test')
    await box.press('Space')
    await expect(box).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Aeris' })).toBeChecked()
  })

  test('2.7 arrow keys move a radio; a fixed choice stays', async ({ page }) => {
    const group = page.getByRole('radiogroup', { name: 'Search by' })
    await group.getByRole('radio', { name: 'TransactionID' }).press('ArrowUp')
    await expect(group.getByRole('radio', { name: 'SimID' })).toBeChecked()
    const fixed = page.getByRole('radiogroup', { name: /^Fixed network model/ })
    await fixed.getByText('Tier3 Standard').click({ force: true })
    await expect(fixed.getByRole('radio', { name: 'Tier2 Standard' })).toBeChecked()
  })
})

test.describe('2.7, 9 date picker', () => {
  const start = (page: Page) => page.getByRole('group', { name: 'Start date' })

  test('9 shows ISO and is typed segment by segment', async ({ page }) => {
    await expect(start(page)).toContainText('2026-11-21')
    await start(page).getByRole('spinbutton', { name: /year/i }).click()
    await page.keyboard.type('20251031')
    await expect(page.getByTestId('date')).toHaveText('2025-10-31')
  })

  test('9 cannot be cleared: what was deleted comes back', async ({ page }) => {
    await start(page).getByRole('spinbutton', { name: /month/i }).click()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.getByRole('heading', { name: 'Shared parts' }).click()
    await expect(start(page)).toContainText('2026-11-21')
    await expect(page.getByTestId('date')).toHaveText('2026-11-21')
  })

  test('9 the month grid is worked by keyboard, within the limits', async ({ page }) => {
    const opener = start(page).getByRole('button', { name: /Open the calendar/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Start date' })).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('date')).toHaveText('2026-11-14')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled()
    expect(await violationsIn(page, { include: ['[role=dialog]'] })).toEqual([])
  })

  test('2.7 with All Time on it is disabled and keeps its date', async ({ page }) => {
    const end = page.getByRole('group', { name: 'End date, All Time' })
    await expect(end).toContainText('2026-11-21')
    await expect(end.getByRole('button')).toBeDisabled()
  })
})
