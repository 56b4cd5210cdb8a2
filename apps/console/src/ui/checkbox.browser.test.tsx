import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import Choices from '../gallery/sections/3-choices.tsx'
import { show } from '../testing/show.ts'
import { press } from '../testing/widget.ts'

describe('2.14 checkboxes and radios', () => {
  beforeEach(() => show(<Choices />))

  it('2.14 tristate: unchecked, indeterminate, checked', async () => {
    const all = page.getByRole('checkbox', { name: 'All', exact: true })
    await expect.element(all).toBePartiallyChecked()
    await press(all, ' ')
    await expect.element(all).toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: 'Verizon' })).toBeChecked()
    await press(all, ' ')
    await expect.element(all).not.toBePartiallyChecked()
    await expect.element(all).not.toBeChecked()
    await page.getByRole('checkbox', { name: 'Wyless' }).click()
    await expect.element(all).toBePartiallyChecked()
  })

  it('D16 a refused checkbox says why and does not change', async () => {
    const box = page.getByRole('checkbox', { name: 'Refused' })
    await expect.element(box).toHaveAccessibleDescription('Only on dev and test')
    await press(box, ' ')
    await expect.element(box).not.toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: 'Aeris' })).toBeChecked()
  })

  it('2.7 arrow keys move a radio; a fixed choice stays', async () => {
    const group = page.getByRole('radiogroup', { name: 'Search by' })
    await press(group.getByRole('radio', { name: 'TransactionID' }), '{ArrowUp}')
    await expect.element(group.getByRole('radio', { name: 'SimID' })).toBeChecked()
    const fixed = page.getByRole('radiogroup', { name: /^Fixed network model/ })
    await fixed.getByText('Tier3 Standard').click({ force: true })
    await expect.element(fixed.getByRole('radio', { name: 'Tier2 Standard' })).toBeChecked()
  })
})
