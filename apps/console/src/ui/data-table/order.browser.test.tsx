import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CompanyTable } from '../../gallery/data-table-companies.tsx'
import { LogTable } from '../../gallery/data-table-log.tsx'
import { SelectionTable } from '../../gallery/data-table-section.tsx'
import { show } from '../../testing/show.ts'
import {
  ascending,
  column,
  expectPage,
  goTo,
  header,
  numbers,
  rows,
  sortButton,
} from '../../testing/table.ts'
import { press } from '../../testing/widget.ts'

const companies = () => show(<CompanyTable caption="Companies" count={1250} />)
const pages = page.getByRole('navigation')
const pageButton = (name: string) => pages.getByRole('button', { name, exact: true })

it('2.14 starts with its default sort, descending, and one hundred rows of the first page', async () => {
  companies()
  await expect.poll(() => rows.length).toBe(100)
  await expect.element(header('SIMs')).toHaveAttribute('aria-sort', 'descending')
  const sims = numbers(column(4))
  expect(sims).toEqual(ascending(sims).reverse())
  await expect.element(page.getByText('1–100 of 1,250', { exact: true })).toBeVisible()
})

it('2.14 a click flips the sorted column; a new column starts with its default direction', async () => {
  companies()
  await sortButton('SIMs').click()
  await expect.element(header('SIMs')).toHaveAttribute('aria-sort', 'ascending')
  expect(numbers(column(4))).toEqual(ascending(numbers(column(4))))

  await sortButton('Company name').click()
  await expect.element(header('Company name')).toHaveAttribute('aria-sort', 'ascending')
  expect(page.getByCss('[aria-sort]').length).toBe(1)
  const names = column(1)
  const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })
  expect(names).toEqual([...names].sort(collator.compare))

  await sortButton('SAP Company ID').click()
  await expect.element(header('SAP Company ID')).toHaveAttribute('aria-sort', 'descending')
  expect(column(2)[0]).toBe('1001250')
})

it('2.14 sorting here goes back to page 1, and the focus stays on the header', async () => {
  companies()
  await pageButton('Page 13').click()
  await expect.element(page.getByText('1,201–1,250 of 1,250', { exact: true })).toBeVisible()
  await expect.poll(() => rows.length).toBe(50)
  await press(sortButton('Sales region'), '{Enter}')
  await expect.element(page.getByText('1–100 of 1,250', { exact: true })).toBeVisible()
  await expectPage('Page 1 of 13')
  await expect.element(sortButton('Sales region')).toHaveFocus()
})

it('2.14 pages: first, last and nearby with ellipses, arrows disabled at the ends, hidden for one page', async () => {
  companies()
  await expectPage('Page 1 of 13')
  await expect.element(pages).toHaveTextContent('12345…13')
  await expect.element(pageButton('Previous page')).toHaveAttribute('aria-disabled', 'true')
  await pageButton('Previous page').click({ force: true })
  await expectPage('Page 1 of 13')

  await pageButton('Page 5').click()
  await expect.element(pages).toHaveTextContent('1…456…13')
  await expect.element(pages.getByCss('[aria-current=page]')).toHaveTextContent('5')
  await pageButton('Page 13').click()
  await expect.element(pages).toHaveTextContent('1…910111213')
  await expect.element(pageButton('Next page')).toHaveAttribute('aria-disabled', 'true')
  show(<SelectionTable />)
  await expect.poll(() => rows.length).toBe(6)
  expect(pages.length).toBe(0)
})

it('2.14 the focus stays on the arrow until and at the last page, and on a chosen page', async () => {
  companies()
  await press(pageButton('Page 13'), '{Enter}')
  await expectPage('Page 13 of 13')
  await expect.element(pageButton('Page 13')).toHaveFocus()
  await press(pageButton('Previous page'), '{Enter}')
  await expectPage('Page 12 of 13')
  const next = pageButton('Next page')
  await press(next, '{Enter}')
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  await expect.element(next).toHaveFocus()
})

it('2.14 D25 order and page can live in the address, and Back goes back', async () => {
  goTo('?page=3&sort=transactionId&direction=asc')
  show(<LogTable />)
  await expectPage('Page 3 of 12')
  await expect.element(page.getByText('201–300 of 1,148')).toBeVisible()
  await expect.element(header('TransactionID')).toHaveAttribute('aria-sort', 'ascending')
  await pageButton('Page 4').click()
  await expect.poll(() => location.search).toMatch(/page=4/)
  await expectPage('Page 4 of 12')
  history.back()
  await expectPage('Page 3 of 12')
  goTo('?page=99&sort=nothing')
  show(<LogTable />)
  await expectPage('Page 12 of 12')
})

it('2.14 a screen reader hears the new order, the page and the number of rows', async () => {
  companies()
  const said = page.getByCss('[aria-live=polite]').filter({ hasText: /rows|of 1,250/ })
  await sortButton('Company name').click()
  await expect.element(said).toHaveTextContent('Sorted by Company name, ascending. 1–100 of 1,250')
  await pageButton('Next page').click()
  await expect.element(said).toHaveTextContent('Page 2 of 13. 101–200 of 1,250')
  await expect.element(page.getByRole('table')).toHaveAccessibleName('Companies')
})

it('2.14 columns keep their widths from page to page and from order to order', async () => {
  companies()
  const widths = () =>
    page
      .getByCss('thead th')
      .elements()
      .map((cell) => Math.round(cell.getBoundingClientRect().width))
  await sortButton('Company name').click()
  await expect.element(header('Company name')).toHaveAttribute('aria-sort', 'ascending')
  const before = widths()
  // A pixel is what rounding makes of the room that the columns share.
  const expectKept = () => {
    for (const [index, width] of widths().entries())
      expect(Math.abs(width - (before[index] ?? 0)), `column ${index}`).toBeLessThanOrEqual(1)
  }
  await pageButton('Page 13').click()
  await expectPage('Page 13 of 13')
  expectKept()
  await sortButton('Sales region').click()
  await expectPage('Page 1 of 13')
  expectKept()
})
