import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ManyTable } from '../../gallery/data-table-section.tsx'
import { show } from '../../testing/show.ts'
import { column, sortButton } from '../../testing/table.ts'
import { focus, press } from '../../testing/widget.ts'

const region = page.getByRole('region', { name: 'Many companies' })
const place = (at: 'first' | 'last') =>
  page.getByCss('tbody tr[data-key]')[at]().element().getAttribute('aria-rowindex')

beforeEach(() => show(<ManyTable />))

it('2.14 has only the rows in view in the document, and says the place of each', async () => {
  const table = page.getByRole('table')
  await expect.element(table).toHaveAttribute('aria-rowcount', '50001')
  expect(table.getByRole('row').length).toBeLessThan(80)
  await expect.element(table.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2')
  await expect.element(page.getByText('50,000 rows · 0 selected')).toBeVisible()
})

it('2.14 the region is reached by keyboard and obeys Page Down, End and Home', async () => {
  await press(region, '{PageDown}')
  await expect.poll(() => Number(place('last'))).toBeGreaterThan(40)
  await userEvent.keyboard('{End}')
  await expect.poll(() => place('last')).toBe('50001')
  await userEvent.keyboard('{Home}')
  await expect.poll(() => place('first')).toBe('2')
  await expect.element(region).toHaveFocus()
})

it('2.14 sorts all rows and shows the first ones again', async () => {
  await press(region, '{End}')
  await expect.poll(() => region.element().scrollTop).toBeGreaterThan(1_000_000)
  await sortButton('SAP Company ID').click()
  await expect.poll(() => column(3)[0]).toBe('1050000')
  await sortButton('SAP Company ID').click()
  await expect.poll(() => column(3)[0]).toBe('1000001')
  expect(region.element().scrollTop).toBe(0)
})

it('2.14 selects all rows and none; a row with the focus keeps it however far it is scrolled', async () => {
  const all = page.getByRole('checkbox', { name: 'Select all rows' })
  await press(all, ' ')
  await expect.element(page.getByText('50000 selected')).toBeVisible()
  const box = page.getByCss('tbody').getByRole('checkbox').nth(2).element()
  const name = box.closest('label')?.innerText.trim() ?? ''
  const before = place('last')
  await focus(page.elementLocator(box))
  region.element().scrollTo(0, 800_000)
  await expect.poll(() => place('last')).not.toBe(before)
  const focused = region.getByRole('checkbox', { name, exact: true })
  await expect.element(focused).toHaveFocus()
  await expect.element(focused).toBeChecked()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('49999 selected')).toBeVisible()
  await expect.element(all).toBePartiallyChecked()
})
