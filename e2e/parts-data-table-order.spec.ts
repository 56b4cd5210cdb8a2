import {
  ascending,
  column,
  header,
  local,
  log,
  numbers,
  open,
  section,
  sortButton,
} from './support/data-table.ts'
import { expect, test } from './support/diary.ts'

test('2.14 starts with its default sort, descending, and one hundred rows of the first page', async ({
  page,
}) => {
  await open(page)
  const table = local(page)
  await expect(table.locator('tbody tr')).toHaveCount(100)
  await expect(header(table, 'SIMs')).toHaveAttribute('aria-sort', 'descending')
  const sims = numbers(await column(table, 4))
  expect(sims).toEqual(ascending(sims).reverse())
  await expect(table.getByText('1–100 of 1,250')).toBeVisible()
})

test('2.14 a click flips the sorted column; a new column starts with its default direction', async ({
  page,
}) => {
  await open(page)
  const table = local(page)
  await sortButton(table, 'SIMs').click()
  await expect(header(table, 'SIMs')).toHaveAttribute('aria-sort', 'ascending')
  expect(numbers(await column(table, 4))).toEqual(ascending(numbers(await column(table, 4))))

  await sortButton(table, 'Company name').click()
  await expect(header(table, 'Company name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.locator('[aria-sort]')).toHaveCount(1)
  const names = await column(table, 1)
  const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })
  expect(names).toEqual([...names].sort(collator.compare))

  await sortButton(table, 'SAP Company ID').click()
  await expect(header(table, 'SAP Company ID')).toHaveAttribute('aria-sort', 'descending')
  expect((await column(table, 2))[0]).toBe('1001250')
})

test('2.14 sorting here goes back to page 1, and the focus stays on the header', async ({ page }) => {
  await open(page)
  const table = local(page)
  await table.getByRole('button', { name: 'Page 13', exact: true }).click()
  await expect(table.getByText('1,201–1,250 of 1,250')).toBeVisible()
  await expect(table.locator('tbody tr')).toHaveCount(50)
  const button = sortButton(table, 'Sales region')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(table.getByText('1–100 of 1,250')).toBeVisible()
  await expect(table.getByRole('navigation')).toHaveAccessibleName('Page 1 of 13')
  await expect(button).toBeFocused()
})

test('2.14 pages: first, last and nearby with ellipses, arrows disabled at the ends, hidden for one page', async ({
  page,
}) => {
  await open(page)
  const pages = local(page).getByRole('navigation')
  await expect(pages).toHaveAccessibleName('Page 1 of 13')
  await expect(pages).toHaveText('12345…13')
  await expect(pages.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true')
  await pages.getByRole('button', { name: 'Previous page' }).click({ force: true })
  await expect(pages).toHaveAccessibleName('Page 1 of 13')

  await pages.getByRole('button', { name: 'Page 5', exact: true }).click()
  await expect(pages).toHaveText('1…456…13')
  await expect(pages.locator('[aria-current=page]')).toHaveText('5')
  await pages.getByRole('button', { name: 'Page 13', exact: true }).click()
  await expect(pages).toHaveText('1…910111213')
  await expect(pages.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')
  await expect(section(page, 'selection').getByRole('navigation')).toHaveCount(0)
})

test('2.14 the focus stays on the arrow until and at the last page, and on a chosen page', async ({
  page,
}) => {
  await open(page)
  const pages = local(page).getByRole('navigation')
  await pages.getByRole('button', { name: 'Page 13', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(pages.getByRole('button', { name: 'Page 13', exact: true })).toBeFocused()
  const back = pages.getByRole('button', { name: 'Previous page' })
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(pages).toHaveAccessibleName('Page 12 of 13')
  const next = pages.getByRole('button', { name: 'Next page' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expect(next).toBeFocused()
})

test('2.14 D25 order and page can live in the address, and Back goes back', async ({ page }) => {
  await open(page, '?page=3&sort=transactionId&direction=asc')
  const table = log(page)
  await expect(table.getByRole('navigation')).toHaveAccessibleName('Page 3 of 12')
  await expect(table.getByText('201–300 of 1,148')).toBeVisible()
  await expect(header(table, 'TransactionID')).toHaveAttribute('aria-sort', 'ascending')
  await table.getByRole('button', { name: 'Page 4', exact: true }).click()
  await expect(page).toHaveURL(/page=4/)
  await page.goBack()
  await expect(table.getByRole('navigation')).toHaveAccessibleName('Page 3 of 12')
  await open(page, '?page=99&sort=nothing')
  await expect(table.getByRole('navigation')).toHaveAccessibleName('Page 12 of 12')
})

test('2.14 a screen reader hears the new order, the page and the number of rows', async ({ page }) => {
  await open(page)
  const table = local(page)
  const said = page.locator('[aria-live=polite]', { hasText: /rows|of 1,250/ })
  await sortButton(table, 'Company name').click()
  await expect(said).toHaveText('Sorted by Company name, ascending. 1–100 of 1,250')
  await table.getByRole('button', { name: 'Next page' }).click()
  await expect(said).toHaveText('Page 2 of 13. 101–200 of 1,250')
  await expect(table.getByRole('table')).toHaveAccessibleName('Companies')
})

test('2.14 columns keep their widths from page to page and from order to order', async ({ page }) => {
  await open(page)
  const table = local(page)
  const widths = () =>
    table
      .locator('thead th')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)))
  await sortButton(table, 'Company name').click()
  const before = await widths()
  await table.getByRole('button', { name: 'Page 13', exact: true }).click()
  expect(await widths()).toEqual(before)
  await sortButton(table, 'Sales region').click()
  expect(await widths()).toEqual(before)
})
