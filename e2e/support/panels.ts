import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { parseCsv } from '../../apps/server/src/testing/parse-csv.ts'
import { saveAs } from './workbook.ts'

export const screen = '/panel-management'
export const locateCall = /panelmanagement\/v1\/locate\//
export const flagCall = /panelmanagement\/v1\/devicemigration\//

/** The cloud ID of the demo world's panel with this number. */
export const cloudId = (n: number): string => `CBS${String(n).padStart(7, '0')}`

export const field = (page: Page, kind: 'Cloud' | 'SAP Company' | 'Remote Portal' = 'Cloud'): Locator =>
  page.getByRole('textbox', { name: `${kind} IDs` })
export const getLocate = (page: Page): Locator => page.getByRole('button', { name: 'Get Locate' })
export const rows = (page: Page): Locator => page.locator('tbody tr[data-key]')
export const row = (page: Page, id: string): Locator => page.locator(`tbody tr[data-key="${id}"]`)
export const flag = (page: Page, id: string): Locator =>
  page.getByRole('checkbox', { name: `Disable Management in Remote Portal of ${id}`, exact: true })
export const dialog = (page: Page): Locator => page.getByRole('alertdialog')
export const headers = (page: Page): Locator => page.getByRole('columnheader').filter({ hasText: /\S/ })
export const notFound = (page: Page): Locator => page.getByRole('list', { name: 'IDs that were not found' })

export async function locate(page: Page, list: string): Promise<void> {
  await field(page).fill(list)
  await getLocate(page).click()
}

/** Opens the panels with these cloud IDs by their link. */
export async function open(page: Page, consoleUrl: string, ...ids: string[]): Promise<void> {
  await page.goto(`${consoleUrl}${screen}?by=cloudId&ids=${ids.join('+')}`)
  await expect(rows(page)).toHaveCount(ids.length)
}

/** Presses the checkbox and the dialog's verb. */
export async function toggle(page: Page, id: string, verb: 'Disable management' | 'Enable management') {
  await flag(page, id).click()
  await dialog(page).getByRole('button', { name: verb }).click()
}

export async function save(page: Page): Promise<{ name: string; lines: string[][] }> {
  const file = await saveAs(page, 'CSV')
  return { name: file.suggestedFilename(), lines: parseCsv(await readFile(await file.path(), 'utf8')) }
}

/** Pastes by the clipboard, as a person does. */
export async function paste(page: Page, into: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await into.focus()
  await page.keyboard.press('Control+V')
}
