import { column, many, open, sortButton } from './support/data-table.ts'
import { expect, test } from './support/diary.ts'

test('2.14 has only the rows in view in the document, and says the place of each', async ({ page }) => {
  await open(page)
  const table = many(page).getByRole('table')
  await expect(table).toHaveAttribute('aria-rowcount', '50001')
  expect(await table.getByRole('row').count()).toBeLessThan(80)
  await expect(table.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2')
  await expect(many(page).getByText('50,000 rows · 0 selected')).toBeVisible()
})

test('2.14 the region is reached by keyboard and obeys Page Down, End and Home', async ({ page }) => {
  await open(page)
  const region = many(page).getByRole('region', { name: 'Many companies' })
  const place = (at: 'first' | 'last') =>
    region.locator('tbody tr[data-key]')[at]().getAttribute('aria-rowindex')
  await region.focus()
  await page.keyboard.press('PageDown')
  await expect.poll(async () => Number(await place('last'))).toBeGreaterThan(40)
  await page.keyboard.press('End')
  await expect.poll(() => place('last')).toBe('50001')
  await page.keyboard.press('Home')
  await expect.poll(() => place('first')).toBe('2')
  await expect(region).toBeFocused()
})

test('2.14 sorts all rows and shows the first ones again', async ({ page }) => {
  await open(page)
  const part = many(page)
  const region = part.getByRole('region', { name: 'Many companies' })
  await region.focus()
  await page.keyboard.press('End')
  await expect.poll(() => region.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(1_000_000)
  await sortButton(part, 'SAP Company ID').click()
  await expect.poll(async () => (await column(part, 3))[0]).toBe('1050000')
  await sortButton(part, 'SAP Company ID').click()
  await expect.poll(async () => (await column(part, 3))[0]).toBe('1000001')
  expect(await region.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
})

test('2.14 selects all rows and none; a row with the focus keeps it however far it is scrolled', async ({
  page,
}) => {
  await open(page)
  const part = many(page)
  const all = part.getByRole('checkbox', { name: 'Select all rows' })
  await all.press('Space')
  await expect(part.getByText('50000 selected')).toBeVisible()
  const region = part.getByRole('region', { name: 'Many companies' })
  const box = region.locator('tbody').getByRole('checkbox').nth(2)
  const name = (await box.locator('xpath=ancestor::label').innerText()).trim()
  await box.focus()
  await region.evaluate((element) => element.scrollTo(0, 800_000))
  await expect
    .poll(() => region.locator('tbody tr[data-key]').last().getAttribute('aria-rowindex'))
    .not.toBe('30')
  const focused = region.getByRole('checkbox', { name, exact: true }).and(page.locator(':focus'))
  await expect(focused).toBeChecked()
  await page.keyboard.press('Space')
  await expect(part.getByText('49999 selected')).toBeVisible()
  await expect(all).toBeChecked({ indeterminate: true })
})
