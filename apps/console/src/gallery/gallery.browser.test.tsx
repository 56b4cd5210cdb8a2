import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { standOn } from '../testing/device.ts'
import { forgetRefusals, refusals } from '../testing/policy.ts'
import { show } from '../testing/show.ts'
import { expectNoViolationsInThemes, press, stopClock } from '../testing/widget.ts'
import { chooseTheme } from '../ui/theme.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { Gallery } from './gallery.tsx'
import Choices from './sections/3-choices.tsx'
import Dialogs from './sections/5-dialogs.tsx'
import Messages from './sections/6-messages.tsx'

const ground = () => getComputedStyle(document.body).backgroundColor
const light = 'rgb(241, 243, 245)'
const dark = 'rgb(11, 14, 17)'

describe('D28 the gallery', () => {
  it("D28 has no accessibility violation in either theme, by the system's preference", async () => {
    await standOn({ colorScheme: 'light' })
    show(<Gallery />, 'div')
    await expect.element(page.getByText('Loading companies', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Start date' })).toBeVisible()
    expect(ground()).toBe(light)
    await expectNoViolationsInThemes()
    expect(ground()).toBe(dark)
  })

  it('D28 a theme that was chosen holds against the system', async () => {
    onTestFinished(() => chooseTheme('system'))
    await standOn({ colorScheme: 'light' })
    show(<Gallery wanted="buttons" />)
    expect(ground()).toBe(light)
    await page.getByRole('button', { name: 'dark', exact: true }).click()
    await expect.poll(ground).toBe(dark)
  })

  it('D28 390 pixels wide: nothing scrolls sideways, no target is under 24 by 24', async () => {
    await standOn({ width: 390, height: 844 })
    show(<Gallery />)
    await expect.element(page.getByRole('heading', { name: 'Gallery' })).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Start date' })).toBeVisible()
    expect(document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0)
    const small = page
      .getByCss('section:not(:has(table)) :is(button, summary)')
      .elements()
      .map((target) => ({ html: target.outerHTML, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ html }) => html)
    expect(small).toEqual([])
  })

  it('R20 lives under the policy of the server: no inline style, no inline script, trusted types', async () => {
    show(
      <>
        <Choices />
        <Dialogs />
        <Messages />
        <ToastRegion />
      </>,
    )
    await page.getByRole('button', { name: 'Open the calendar' }).first().click()
    await page.getByRole('button', { name: 'Previous month' }).click()
    await userEvent.keyboard('{Escape}')
    await press(page.getByRole('spinbutton', { name: /month.*Start date/i }).first(), '{Backspace}')
    await page.getByRole('combobox', { name: 'CIDR' }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await userEvent.keyboard('{Escape}')
    stopClock()
    await page.getByRole('button', { name: 'Toast' }).click()
    await expect.element(page.getByRole('status').getByText('ICCID copied')).toBeVisible()
    expect(refusals()).toEqual([])
    vi.advanceTimersByTime(10_000)
    // What the policy is against it does refuse, and is heard of.
    const { body } = document
    body.setAttribute('style', 'color: red')
    expect(() => body.insertAdjacentHTML('beforeend', '<i></i>')).toThrow('TrustedHTML')
    body.removeAttribute('style')
    await expect
      .poll(() =>
        refusals()
          .map((each) => each.split(' ')[0])
          .sort(),
      )
      .toEqual(['require-trusted-types-for', 'style-src-attr'])
    forgetRefusals()
  })
})
