import type { Page } from '@playwright/test'
import { expect, test } from './support/diary.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/parts/fields')
})

const form = (page: Page) => page.getByRole('form', { name: 'Company' })

test.describe('5 fields', () => {
  test('5 an error shows only after the field was left, and takes the place of the help', async ({
    page,
  }) => {
    const field = form(page).getByRole('textbox', { name: 'Warning threshold' })
    await expect(field).toHaveAccessibleDescription('Below or equal to the alert threshold.')
    await field.fill('101')
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    await field.press('Tab')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription('Enter 100 or less')
    await field.fill('99')
    await expect(field).toHaveAccessibleDescription('Below or equal to the alert threshold.')
  })

  test('5 with shouldAlwaysShowErrors an error shows at once', async ({ page }) => {
    await expect(page.getByRole('textbox', { name: 'Physical ID' })).toHaveAccessibleDescription(
      'Physical Id is invalid',
    )
  })

  test('5 a form that is not right goes nowhere: all errors show, the first field has the focus', async ({
    page,
  }) => {
    const name = form(page).getByRole('textbox', { name: 'Company name' })
    const email = form(page).getByRole('textbox', { name: 'Usage alert email' })
    await email.fill('alerts@prairie-alarm')
    await page.keyboard.press('Enter')
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription('This field is required')
    await expect(email).toHaveAccessibleDescription('Email is invalid')
    await expect(page.getByTestId('problems')).toHaveText('Company name, Usage alert email')
    await expect(page.getByTestId('saved')).toHaveText('0')
    await name.fill('Pr')
    await expect(name).toHaveAccessibleDescription('Enter at least 3 characters')
    await name.fill('Prairie Alarm')
    await expect(name).toHaveAccessibleDescription('Enter at most 8 characters')
    await name.fill('Prairie')
    await email.fill('alerts@prairie.example')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('saved')).toHaveText('1')
    await expect(form(page)).toHaveJSProperty('noValidate', true)
  })

  test('5 the error callout sits at the bottom or at the top', async ({ page }) => {
    const button = form(page).getByRole('button', { name: 'Error callout' })
    await button.click()
    const callout = form(page).getByRole('alert')
    await expect(callout).toHaveText(/The company was not saved\./)
    const isAbove = async () =>
      ((await callout.boundingBox())?.y ?? 0) < ((await button.boundingBox())?.y ?? 0)
    expect(await isAbove()).toBe(false)
    await form(page).getByRole('button', { name: 'At the top' }).click()
    expect(await isAbove()).toBe(true)
  })

  test('5 a required field has an asterisk for the eye and says so to screen readers', async ({ page }) => {
    await expect(page.getByRole('textbox', { name: 'SIM ID' })).toHaveAttribute('aria-required', 'true')
    await expect(page.locator('label', { hasText: 'SIM ID' })).toHaveText('SIM ID*')
  })
})

test.describe('D24, D29 identifier field', () => {
  test('D24 a paste loses its spaces and dashes; the value is bare, the eye sees groups', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const field = page.getByRole('textbox', { name: 'SIM ID' })
    await page.evaluate(() => navigator.clipboard.writeText(' 8901-1700 0000\n0000 013 '))
    await field.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(field).toHaveValue('8901170000000000013')
    await expect(page.getByTestId('iccid')).toHaveText('8901170000000000013')
    const groups = field.locator('xpath=following-sibling::*[@aria-hidden]/*')
    await expect(groups).toHaveText(['8901', '1700', '0000', '0000', '013', ''])
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('8901170000000000013')
  })

  test('D29 editing in the middle shows the letters themselves, and what is typed lands where the caret is', async ({
    page,
  }) => {
    const field = page.getByRole('textbox', { name: 'SIM ID' })
    await field.fill('89011700')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(field.locator('xpath=following-sibling::*[@aria-hidden]')).toHaveCount(0)
    await page.keyboard.type('5')
    await expect(field).toHaveValue('859011700')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('- 7')
    await expect(field).toHaveValue('8759011700')
  })

  test('D29 can be cleared by its button, and keeps the focus', async ({ page }) => {
    const field = page.getByRole('textbox', { name: 'SIM ID' })
    await field.fill('8901')
    await page.getByRole('button', { name: 'Clear SIM ID' }).click()
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
  })

  test('D29 a GUID keeps its dashes', async ({ page }) => {
    const field = page.getByRole('textbox', { name: 'Physical ID' })
    await field.fill(' {6f9619ff-8b86-d011-b42d-00c04fc964ff} ')
    await expect(field).toHaveValue('{6f9619ff-8b86-d011-b42d-00c04fc964ff}')
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  })
})
