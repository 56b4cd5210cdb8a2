import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page } from '@playwright/test'
import { parseCsv } from '../../apps/server/src/testing/parse-csv.ts'
import { saveAs } from './workbook.ts'

/** AT&T, with more than 100 transactions in all. */
export const happy = '8901170000000000013'
export const unknown = '8901170000000099998'
export const screen = '/simactivationdetail'
export const call = /simactivationdetail\/v1\/details/

export const simId = (page: Page): Locator => page.getByRole('textbox', { name: 'SIM ID' })
export const transactionId = (page: Page): Locator => page.getByRole('textbox', { name: 'TransactionID' })
export const searchButton = (page: Page): Locator => page.getByRole('button', { name: 'Search', exact: true })
export const allTime = (page: Page): Locator => page.getByRole('checkbox', { name: 'All Time' })
export const chips = (page: Page): Locator => page.getByRole('list', { name: 'Active filters' })
/** Main and sub rows, without the header. */
export const rows = (page: Page): Locator => page.locator('tbody tr[data-key]')
/** The tool bar's count; the same is announced. */
export const count = (page: Page, text: RegExp): Locator => page.getByRole('main').getByText(text)
export const transactionLinks = (page: Page): Locator =>
  page.getByRole('link', { name: /^All of transaction/ })

export async function search(page: Page, id: string): Promise<void> {
  await simId(page).fill(id)
  await searchButton(page).click()
}

/** Asks for all there is, and waits until it has come. */
export async function checkAllTime(page: Page): Promise<void> {
  await allTime(page).check()
  await expect(chips(page)).toContainText('All Time')
  await expect(page.locator('table[aria-busy]')).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
}

export async function choose(page: Page, label: 'Status' | 'Carrier', option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(chips(page)).toContainText(`${label}${option}`)
}

/** Opens all rows of a table at rest, as quickly as clicks can follow each other: none may be lost. */
export async function openSubRows(page: Page): Promise<void> {
  const closed = page.getByRole('button', { name: /^Sub rows of/, expanded: false })
  await closed.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click()
  })
  await expect(closed).toHaveCount(0)
}

export interface ShownRow {
  /** Empty in a sub row. */
  simId: string
  /** Of the row's own event. */
  status: string
  /** A later event's status that the row announces, or ''. */
  later: string
  description: string
  date: string
  /** Without the offset that a row has of its own. */
  localTime: string
  transactionId: string
  subTransactionId: string
  isError: boolean
}

/** The rows as they are read: the whole of what is shortened for the eye. */
export async function shownRows(page: Page): Promise<ShownRow[]> {
  const read = await rows(page).evaluateAll((all) =>
    all.map((row) => ({
      isError: row.getAttribute('data-state') === 'error',
      // Before the seven columns stands the one that opens sub rows.
      cells: [...row.querySelectorAll('td')].slice(-7).map((cell) => {
        const copy = cell.cloneNode(true) as HTMLElement
        for (const hidden of copy.querySelectorAll('[aria-hidden="true"], button, [popover]')) hidden.remove()
        return copy.textContent.replace(/^All of transaction /, '').trim()
      }),
    })),
  )
  return read.map(({ isError, cells }) => {
    const [sim = '', states = '', description = '', date = '', local = '', transaction = '', sub = ''] = cells
    const [status = '', later = ''] = states.split('then')
    return {
      simId: sim,
      status,
      later,
      description,
      date,
      localTime: local.replace(/ [−-]\d\d:\d\d$/, ''),
      transactionId: transaction,
      subTransactionId: sub,
      isError,
    }
  })
}

export async function save(page: Page): Promise<{ file: Download; lines: string[][] }> {
  const file = await saveAs(page, 'CSV')
  return { file, lines: parseCsv(await readFile(await file.path(), 'utf8')) }
}

/** Makes the call fail until `unroute`. */
export const failing = (page: Page): Promise<unknown> =>
  page.route(call, (route) =>
    route.fulfill({ status: 500, json: { status: 'Error', message: 'Something went wrong.', data: null } }),
  )
