import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Buttons from '../gallery/sections/1-buttons.tsx'
import { show } from '../testing/show.ts'
import { boxOf, expectHidden, focus } from '../testing/widget.ts'

const presses = page.getByTestId('presses')

describe('D28 buttons', () => {
  beforeEach(() => show(<Buttons />))

  it('D28 a busy button keeps its width and its focus and is deaf', async () => {
    const button = page.getByRole('button', { name: 'Count', exact: true })
    await focus(button)
    const { width } = boxOf(button)
    await userEvent.keyboard('{Enter}')
    const busy = page.getByRole('button', { name: 'Counting…' })
    await expect.element(busy).toHaveFocus()
    expect(boxOf(busy).width).toBe(width)
    await userEvent.keyboard('{Enter} ')
    await busy.click({ force: true })
    await expect.element(presses).toHaveTextContent('1')
    await expect.element(busy).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'End' }).click()
    await expect.element(button).toBeVisible()
  })

  it('D28 a refused button can be reached, says why, and does nothing', async () => {
    const button = page.getByRole('button', { name: 'Refused' })
    await focus(button)
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}')
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('Count to 100 first')
    await expect.element(button).toHaveAccessibleDescription('Count to 100 first')
    await userEvent.keyboard('{Enter}')
    await button.click({ force: true })
    await expect.element(presses).toHaveTextContent('0')
  })

  it('D28 a tooltip comes on hover, stays under the pointer and goes with Escape', async () => {
    await page.getByRole('button', { name: 'With a tooltip' }).hover()
    const tip = page.getByRole('tooltip')
    await expect.element(tip).toBeVisible()
    await tip.hover()
    await expect.element(tip).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectHidden(tip)
  })
})
