import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ChipsPart } from '../../gallery/data-table-section.tsx'
import { show } from '../../testing/show.ts'
import { press } from '../../testing/widget.ts'

it('2.14 more than ten filters collapse behind Show all and Hide all; mandatory ones stay', async () => {
  show(<ChipsPart />)
  const items = page.getByRole('listitem')
  const remove = (number: number) =>
    page.getByRole('button', { name: `Remove filter Filter ${number} value ${number}` })
  await expect.poll(() => items.length).toBe(10)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => items.length).toBe(14)
  await expect
    .element(page.getByRole('button', { name: 'Hide all' }))
    .toHaveAttribute('aria-expanded', 'true')
  expect(items.first().getByRole('button').length).toBe(0)

  await press(remove(3), '{Enter}')
  await expect.poll(() => items.length).toBe(13)
  await expect.element(remove(4)).toHaveFocus()
  for (let left = 13; left > 10; left--) {
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => items.length).toBe(left - 1)
  }
  expect(page.getByRole('button', { name: /all$/ }).length).toBe(0)
})
