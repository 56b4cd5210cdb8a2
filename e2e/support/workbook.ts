import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import readExcelFile, { type Sheet } from 'read-excel-file/universal'

/** The 'Export' of a page or a part of it. */
export const exportMenu = (within: Page | Locator, name: string | RegExp = 'Export'): Locator =>
  within.getByRole('button', { name, exact: true })

/** Chooses a file's kind in a menu 'Export'. */
export async function saveAs(
  page: Page,
  format: 'CSV' | '.xlsx',
  menu: Locator = exportMenu(page),
): Promise<Download> {
  await menu.click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ])
  return file
}

/** Saves an .xlsx file, and reads it as a spreadsheet does: text, numbers and times. */
export async function saveWorkbook(
  page: Page,
  menu?: Locator,
): Promise<{ file: Download; cells: Sheet['data'] }> {
  const file = await saveAs(page, '.xlsx', menu)
  const [sheet] = await readExcelFile(new Blob([await readFile(await file.path())]))
  return { file, cells: sheet?.data ?? [] }
}

/** A time as its wall clock shows it, which is all that a spreadsheet knows. */
export const wallClock = (cell: unknown): unknown =>
  cell instanceof Date
    ? new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
    : cell
