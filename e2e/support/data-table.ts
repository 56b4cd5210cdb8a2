import { expect, type Locator, type Page } from '@playwright/test'

/** The section of the parts page that shows one kind of table. */
export const section = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: `Data table: ${title}`, exact: true })
export const log = (page: Page) => section(page, 'log, sorted and paged by the server, view in the address')
export const local = (page: Page) => section(page, 'local, 1,250 rows')
export const many = (page: Page) => section(page, '50,000 rows on a page')

/** The texts of a column's cells, from the first row of the body on. */
export const column = (within: Locator, index: number): Promise<string[]> =>
  within.locator(`tbody tr[data-key] > td:nth-child(${index})`).allInnerTexts()

export const numbers = (texts: readonly string[]) => texts.map((text) => Number(text.replaceAll(',', '')))
export const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b)
export const header = (within: Locator, title: string) =>
  within.getByRole('columnheader', { name: title, exact: true })
export const sortButton = (within: Locator, title: string) => header(within, title).getByRole('button')

/** The page of shared parts with its tables. */
export async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/parts.html${query}`)
  await expect(log(page).getByRole('table')).toBeVisible()
}
