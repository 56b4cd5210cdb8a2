import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import readExcelFile, { type Sheet } from 'read-excel-file/universal'

/** Presses a button that gives an .xlsx file, and reads it as a spreadsheet does: text, numbers and times. */
export async function saveWorkbook(
  page: Page,
  button: Locator,
): Promise<{ file: Download; cells: Sheet['data'] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  const [sheet] = await readExcelFile(new Blob([await readFile(await file.path())]))
  return { file, cells: sheet?.data ?? [] }
}

/** A time as its wall clock shows it, which is all that a spreadsheet knows. */
export const wallClock = (cell: unknown): unknown =>
  cell instanceof Date
    ? new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
    : cell
