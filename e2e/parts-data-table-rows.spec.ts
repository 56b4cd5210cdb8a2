import { log, open, section, sortButton } from './support/data-table.ts'
import { expect, test } from './support/diary.ts'

test('2.14 the header checkbox is unchecked, indeterminate or checked, and toggles all and none', async ({
  page,
}) => {
  await open(page)
  const table = section(page, 'selection')
  const all = table.getByRole('checkbox', { name: 'Select all rows' })
  const rows = table.getByRole('checkbox', { name: /^Select (?!all)/ })
  await expect(rows).toHaveCount(6)
  await expect(all).toBeChecked({ indeterminate: true })
  await all.press('Space')
  await expect(all).toBeChecked()
  await expect(table.getByText('6 selected')).toBeVisible()
  await all.press('Space')
  await expect(all).not.toBeChecked()
  await expect(table.getByText('0 selected')).toBeVisible()
  await table.getByRole('checkbox', { name: 'Select Prairie Alarm 4' }).check()
  await expect(all).toBeChecked({ indeterminate: true })
  await sortButton(table, 'SIMs').click()
  await expect(table.getByRole('checkbox', { name: 'Select Prairie Alarm 4' })).toBeChecked()
})

test('2.14 more than ten filters collapse behind Show all and Hide all; mandatory ones stay', async ({
  page,
}) => {
  await open(page)
  const chips = page.getByRole('region', { name: 'Filter chips', exact: true })
  const items = chips.getByRole('listitem')
  await expect(items).toHaveCount(10)
  await chips.getByRole('button', { name: 'Show all' }).click()
  await expect(items).toHaveCount(14)
  await expect(chips.getByRole('button', { name: 'Hide all' })).toHaveAttribute('aria-expanded', 'true')
  await expect(items.first().getByRole('button')).toHaveCount(0)

  await chips.getByRole('button', { name: 'Remove filter Filter 3 value 3' }).press('Enter')
  await expect(items).toHaveCount(13)
  await expect(chips.getByRole('button', { name: 'Remove filter Filter 4 value 4' })).toBeFocused()
  for (let left = 13; left > 10; left--) {
    await page.keyboard.press('Enter')
    await expect(items).toHaveCount(left - 1)
  }
  await expect(chips.getByRole('button', { name: /all$/ })).toHaveCount(0)
})

test('2.7 2.14 sub rows open under their row and close again', async ({ page }) => {
  await open(page)
  const table = log(page)
  const button = table.getByRole('button', { name: /^Sub rows of / }).first()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(table.locator('tbody tr')).toHaveCount(102)
  await expect(table.locator('tbody tr').nth(3)).toContainText('Read at AT&T: still active, nothing changed')
  await expect(button).toBeFocused()
  await button.press('Enter')
  await expect(table.locator('tbody tr')).toHaveCount(100)
})

test('2.10 2.14 row states have a bar of 3 px; an empty cell says so', async ({ page }) => {
  await open(page)
  const table = section(page, 'row states')
  for (const [state, at] of [
    ['success', 0],
    ['running', 1],
    ['pending', 3],
    ['error', 4],
  ] as const) {
    const row = table.locator('tbody tr').nth(at)
    await expect(row).toHaveAttribute('data-state', state)
    await expect(row.locator('td').first()).toHaveCSS('width', '3px', { pseudo: 'before' })
  }
  await expect(table.locator('tbody tr').last()).toContainText('–')
  await expect(table.getByRole('cell', { name: 'empty' })).toBeVisible()
  await expect(table.getByTitle('Status of csr-12')).toHaveText('Error: no answer from agent')
  const action = table.locator('[data-cell-action]').first()
  await expect(action.getByRole('button', { name: 'Copy IP address' })).toBeAttached()
  await expect(action).toHaveCSS('opacity', '0')
  await table.locator('tbody tr').first().hover()
  await expect(action).toHaveCSS('opacity', '1')
})

test('2.6 2.13 2.14 a click anywhere on a row follows its one link, and the keyboard reaches it', async ({
  page,
}) => {
  await open(page)
  const table = section(page, 'clickable rows')
  const rows = table.locator('tbody tr')
  await expect(rows.nth(1).locator('a, button')).toHaveCount(1)
  await rows.nth(1).locator('td').nth(2).click()
  const name = await rows.nth(1).getByRole('link').innerText()
  await expect(table.getByText(`Opened: ${name}`)).toBeVisible()
  await rows.nth(0).getByRole('link').press('Enter')
  await expect(table.getByText(`Opened: ${await rows.nth(0).getByRole('link').innerText()}`)).toBeVisible()
  const button = rows.nth(3).getByRole('button')
  await button.press('Enter')
  await expect(table.getByText(`Opened: ${await button.innerText()}`)).toBeVisible()
})

test('2.14 8 loading keeps the header; a second load keeps the rows; nothing found and an error say so', async ({
  page,
}) => {
  await open(page)
  const part = section(page, 'loading, empty, error')
  const table = part.getByRole('table')
  const press = (name: string) => part.getByRole('button', { name, exact: true }).click()

  await press('pending')
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expect(table.getByRole('cell', { name: 'Prairie Alarm 4' })).toBeVisible()
  await press('rejected')
  await expect(part.getByRole('alert')).toHaveText(
    /Error occured503 Service Unavailable\. Please Contact Admin!/,
  )

  await press('rows')
  await press('fulfilled')
  await expect(table.getByText('No items found')).toBeVisible()
  await expect(table.getByText('No company matches')).toBeVisible()
  await press('pending')
  await expect(table.locator('tbody tr[aria-hidden]')).toHaveCount(6)
  await expect(table.getByRole('columnheader')).toHaveCount(4)

  await press('rejected')
  await part.getByRole('button', { name: 'Try again' }).click()
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expect(part.getByRole('alert')).toHaveCount(0)
})
