import { expect, onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { textsOf } from './widget.ts'

/** The rows of the only table on the page. */
export const rows: Locator = page.getByCss('tbody tr')

/** The texts of a column's cells, from the first row of the body on. */
export const column = (index: number): string[] =>
  textsOf(page.getByCss(`tbody tr[data-key] > td:nth-child(${index})`))

export const numbers = (texts: readonly string[]) => texts.map((text) => Number(text.replaceAll(',', '')))
export const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b)
export const header = (title: string) => page.getByRole('columnheader', { name: title, exact: true })
export const sortButton = (title: string) => header(title).getByRole('button')

/** The page of a table, as its navigation says: 'Page 3 of 12'. */
export const expectPage = (name: string) =>
  expect.element(page.getByRole('navigation')).toHaveAccessibleName(name)

/** The address says this until the test's end. */
export function goTo(query: string): void {
  const before = location.href
  history.replaceState(null, '', query)
  onTestFinished(() => history.replaceState(null, '', before))
}
