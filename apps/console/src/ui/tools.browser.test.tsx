import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ToolsSection from '../gallery/sections/8-tools.tsx'
import { standOn } from '../testing/device.ts'
import { show } from '../testing/show.ts'
import { boxOf, expectHidden, expectNoViolations, focus, textsOf } from '../testing/widget.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const items = page.getByRole('menuitem')
const more = button('More for this list')

describe('whole 2 menus, popovers and the row of tools', () => {
  beforeEach(() => show(<ToolsSection />))

  it('whole 2 a menu is gone through and left by keys, and its choice is marked', async () => {
    await standOn({ width: 1440 })
    await focus(button('View'))
    await userEvent.keyboard('{Enter}')
    // It begins with what is chosen.
    await expect.element(page.getByRole('menuitemradio', { name: 'all' })).toHaveFocus()
    await expect
      .element(page.getByRole('menuitemradio', { name: 'all' }))
      .toHaveAttribute('aria-checked', 'true')
    await expectNoViolations('[popover]:popover-open')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(button('View')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitemradio', { name: 'mine' })).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.element(page.getByRole('menuitem', { name: 'Save view…' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expectHidden(items)
    await expect.element(button('View')).toHaveFocus()
    await button('Export').click()
    await expect.poll(() => textsOf(items)).toEqual(['CSV', '.xlsx'])
    await userEvent.keyboard('x{Enter}')
    await expect.element(page.getByTestId('said')).toHaveTextContent('.xlsx')
    await button('Refused').click({ force: true })
    await expectHidden(items)
  })

  it('U13 a popover stands at its button and has the focus; Escape and Tab close it', async () => {
    await standOn({ width: 1440 })
    const door = button('Notify me…')
    const inside = button('8 hours')
    await door.click()
    await expect.element(inside).toHaveFocus()
    const [from, to] = [boxOf(door), boxOf(page.getByRole('dialog', { name: 'For how long' }))]
    expect(Math.abs(to.top - from.bottom)).toBeLessThan(10)
    await userEvent.keyboard('{Escape}')
    await expectHidden(inside)
    await expect.element(door).toHaveFocus()
    await door.click()
    await userEvent.keyboard('{Tab}')
    await expectHidden(inside)
    await expect.element(button('After it')).toHaveFocus()
    await door.click()
    await door.click()
    await expectHidden(inside)
  })

  it('U13 a popover of a button behind More gives the focus back to it', async () => {
    await standOn({ width: 1440 })
    await button('More').click()
    const door = button('Ask here…')
    await expect.element(door).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Yes')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expectHidden(button('Yes'))
    await expect.element(door).toHaveFocus()
  })

  it('whole 2 the tools are one row of 28, and what can be done is behind one button below 1200', async () => {
    await standOn({ width: 1440 })
    expect(boxOf(button('Export')).height).toBe(28)
    expect(boxOf(button('Export')).top).toBe(boxOf(button('All 1,148')).top - 1)
    await expectHidden(more)
    for (const width of [1000, 390]) {
      await standOn({ width })
      await expectHidden(button('Export'))
      await more.click()
      await expect.element(button('View')).toHaveFocus()
      await button('Export').click()
      await userEvent.keyboard('{Escape}')
      await expect.element(button('Export')).toHaveFocus()
      await userEvent.keyboard('{Enter}')
      await page.getByRole('menuitem', { name: 'CSV' }).click()
      await expect.element(page.getByTestId('said')).toHaveTextContent('CSV')
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      await userEvent.keyboard('{Escape}{Escape}')
      await expectHidden(button('Export'))
    }
  })
})
