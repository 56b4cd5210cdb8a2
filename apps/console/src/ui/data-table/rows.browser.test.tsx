import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { LogTable } from '../../gallery/data-table-log.tsx'
import { CallTable, ClickableTable, SelectionTable, StateTable } from '../../gallery/data-table-section.tsx'
import { show } from '../../testing/show.ts'
import { rows, sortButton } from '../../testing/table.ts'
import { press, textsOf } from '../../testing/widget.ts'

it('2.14 the header checkbox is unchecked, indeterminate or checked, and toggles all and none', async () => {
  show(<SelectionTable />)
  const all = page.getByRole('checkbox', { name: 'Select all rows' })
  const fourth = page.getByRole('checkbox', { name: 'Select Prairie Alarm 4' })
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select (?!all)/ }).length).toBe(6)
  await expect.element(all).toBePartiallyChecked()
  await press(all, ' ')
  await expect.element(all).toBeChecked()
  await expect.element(page.getByText('6 selected')).toBeVisible()
  await press(all, ' ')
  await expect.element(all).not.toBeChecked()
  await expect.element(page.getByText('0 selected')).toBeVisible()
  await fourth.click()
  await expect.element(fourth).toBeChecked()
  await expect.element(all).toBePartiallyChecked()
  await sortButton('SIMs').click()
  await expect.element(fourth).toBeChecked()
})

it('2.7 2.14 sub rows open under their row and close again', async () => {
  show(<LogTable />)
  const button = page.getByRole('button', { name: /^Sub rows of / }).first()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await press(button, '{Enter}')
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => rows.length).toBe(102)
  await expect.element(rows.nth(3)).toMatchTextContent('Read at AT&T: still active, nothing changed')
  await expect.element(button).toHaveFocus()
  await press(button, '{Enter}')
  await expect.poll(() => rows.length).toBe(100)
})

it('2.10 2.14 row states have a bar of 3 px; an empty cell says so', async () => {
  show(<StateTable />)
  for (const [state, at] of [
    ['success', 0],
    ['running', 1],
    ['pending', 3],
    ['error', 4],
  ] as const) {
    const row = rows.nth(at)
    await expect.element(row).toHaveAttribute('data-state', state)
    expect(getComputedStyle(row.getByCss('td').first().element(), '::before').width).toBe('3px')
  }
  // The tint of an error gives way to the selection; its bar stays.
  const fillOf = (at: number) => {
    const row = rows.nth(at).element()
    row.toggleAttribute('data-selected', true)
    return getComputedStyle(row).getPropertyValue('--fill')
  }
  expect(fillOf(4)).toBe(fillOf(0))
  await expect.element(rows.last()).toMatchTextContent('–')
  await expect.element(page.getByRole('cell', { name: 'empty' })).toBeVisible()
  await expect.element(page.getByTitle('Status of csr-12')).toHaveTextContent('Error: no answer from agent')
  const action = page.getByCss('[data-cell-action]').first()
  await expect.element(action.getByRole('button', { name: 'Copy IP address' })).toBeInTheDocument()
  const opacity = () => getComputedStyle(action.element()).opacity
  await expect.poll(opacity).toBe('0')
  await rows.first().hover()
  await expect.poll(opacity).toBe('1')
})

it('2.6 2.13 2.14 a click anywhere on a row follows its one link, and the keyboard reaches it', async () => {
  show(<ClickableTable />)
  const opened = (name = '') =>
    expect.element(page.getByText(`Opened: ${name}`, { exact: true })).toBeVisible()
  await expect.poll(() => rows.nth(1).getByCss('a, button').length).toBe(1)
  await rows.nth(1).getByCss('td').nth(2).click()
  await opened(textsOf(rows.nth(1).getByRole('link'))[0])
  await press(rows.nth(0).getByRole('link'), '{Enter}')
  await opened(textsOf(rows.nth(0).getByRole('link'))[0])
  const button = rows.nth(3).getByRole('button')
  await press(button, '{Enter}')
  await opened(textsOf(button)[0])
})

it('54.7 a middle click on any cell of a row follows its link, where it has one', async () => {
  show(<ClickableTable />)
  await expect.poll(() => rows.length).toBe(4)
  const followed: [string | null, boolean][] = []
  const hear = (event: MouseEvent) => {
    event.preventDefault()
    followed.push([(event.target as Element).closest('a')?.hash ?? null, event.ctrlKey])
  }
  addEventListener('click', hear)
  onTestFinished(() => removeEventListener('click', hear))
  const middle = { button: 1, bubbles: true, cancelable: true }
  for (const at of [0, 1, 3])
    for (const cell of rows.nth(at).getByCss('td').all()) {
      // A middle button that is pressed scrolls, where nothing refuses it.
      expect(cell.element().dispatchEvent(new MouseEvent('mousedown', middle))).toBe(at === 3)
      cell.element().dispatchEvent(new MouseEvent('auxclick', middle))
    }
  const cells = rows.nth(0).getByCss('td').all().length
  const each = (id: string) => Array.from({ length: cells }, () => [`#${id}`, true])
  expect(followed).toEqual([...each('company-1'), ...each('company-2')])
})

it('2.14 8 loading keeps the header; a second load keeps the rows; nothing found and an error say so', async () => {
  show(<CallTable />)
  const table = page.getByRole('table')
  const turn = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await turn('pending')
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  await expect.element(table.getByRole('cell', { name: 'Prairie Alarm 4' })).toBeVisible()
  await turn('rejected')
  const alert = page.getByRole('alert')
  await expect
    .element(alert)
    .toMatchTextContent(/Error occured503 Service Unavailable\. Please Contact Admin!/)
  // Robustness 8: what ends with a sign gets none more.
  await turn('network')
  await expect
    .element(alert)
    .toMatchTextContent(/Error occuredNetwork Problem, Please Contact Admin! Please Contact Admin!/)

  await turn('rows')
  await turn('fulfilled')
  await expect.element(table.getByText('No items found')).toBeVisible()
  await expect.element(table.getByText('No company matches')).toBeVisible()
  await turn('pending')
  await expect.poll(() => page.getByCss('tbody tr[aria-hidden]').length).toBe(6)
  await expect.poll(() => table.getByRole('columnheader').length).toBe(4)

  await turn('rejected')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => alert.length).toBe(0)
})
