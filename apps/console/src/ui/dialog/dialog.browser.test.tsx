import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Dialogs from '../../gallery/sections/5-dialogs.tsx'
import { standOn } from '../../testing/device.ts'
import { show } from '../../testing/show.ts'
import { boxOf, expectHidden, expectNoViolations, press, stopClock } from '../../testing/widget.ts'

const deactivate = page.getByRole('button', { name: 'Deactivate…' })

describe('8 dialogs', () => {
  beforeEach(() => show(<Dialogs />))

  it('8 confirmation: focus on Cancel, kept inside, Escape cancels, focus returns', async () => {
    await press(deactivate, '{Enter}')
    const dialog = page.getByRole('alertdialog', { name: 'Deactivate SIM 8901…0013?' })
    await expect.element(dialog).toBeVisible()
    await expect
      .element(dialog)
      .toMatchTextContent('Caution: This operation will deactivate a SIM, be careful.')
    await expect.poll(() => dialog.getByRole('listitem').length).toBe(2)
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(dialog.getByRole('button', { name: 'Deactivate SIM' })).toHaveFocus()
    // Whatever Tab does next, it never reaches the page behind.
    for (let step = 0; step < 4; step++) {
      await userEvent.keyboard('{Tab}')
      expect(document.activeElement?.closest('main')).toBeNull()
    }
    await userEvent.keyboard('{Escape}')
    await expectHidden(dialog)
    await expect.element(deactivate).toHaveFocus()
    await expect.element(page.getByTestId('dialog')).toHaveTextContent('')
  })

  it('8 confirmation: the verb acts once', async () => {
    await deactivate.click()
    await page.getByRole('button', { name: 'Deactivate SIM' }).click()
    await expectHidden(page.getByRole('alertdialog'))
    await expect.element(page.getByTestId('dialog')).toHaveTextContent('deactivated')
  })

  for (const [kind, title, role] of [
    ['error', 'Error', 'alertdialog'],
    ['warning', 'Warning', 'alertdialog'],
    ['success', 'Success', 'dialog'],
    ['information', 'Information', 'dialog'],
  ] as const)
    it(`8 ${title} dialog`, async () => {
      await page.getByRole('button', { name: kind, exact: true }).click()
      const dialog = page.getByRole(role, { name: title })
      await expect.element(dialog).toBeVisible()
      await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus()
      await userEvent.keyboard('{Enter}')
      await expectHidden(dialog)
    })

  it('4 loading: what is waited for, the seconds so far, how long it can take; a way out', async () => {
    stopClock()
    await page.getByRole('button', { name: 'Loading', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Querying AT&T' })
    await expect.element(dialog).toMatchTextContent(/\D0 s so far\. It can take more than 2 minutes\./)
    vi.advanceTimersByTime(1300)
    await expect.element(dialog).toMatchTextContent(/\D1 s so far\./)
    await userEvent.keyboard('{Escape}')
    await expectHidden(dialog)
  })

  it('2.8 details: formatted text, to be copied', async () => {
    stopClock()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Panel info' })
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(dialog.getByCss('pre').element().textContent)
    vi.advanceTimersByTime(10_000)
    await expect.element(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  })

  it('8 a select menu inside: Escape closes the menu first, then the dialog', async () => {
    await page.getByRole('button', { name: 'With a select menu' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a release' })
    const release = dialog.getByRole('combobox', { name: 'Release' })
    await release.click()
    await page.getByRole('option', { name: '5.0.0' }).click()
    await expect.element(release).toHaveTextContent('5.0.0')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectHidden(page.getByRole('listbox'))
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectHidden(dialog)
  })

  it('D28 dialogs have no accessibility violation, and fill a phone', async () => {
    const phone = { width: 390, height: 844, reducesMotion: true }
    await standOn(phone)
    await page.getByRole('button', { name: 'Upgrade…' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog).toBeVisible()
    expect(boxOf(dialog).width).toBe(358)
    await expectNoViolations('dialog[open]')
    await standOn({ ...phone, colorScheme: 'dark' })
    await expectNoViolations('dialog[open]')
  })
})

/** What scrolls up and down in an element, itself not counted. */
const scrollingIn = (element: Element): Element[] =>
  [...element.querySelectorAll('*')].filter(
    (each) =>
      each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY),
  )

const kinds = ['Deactivate…', 'Upgrade…', 'error', 'warning', 'success', 'information', 'Loading', 'Details']

it.each([...kinds, 'With a select menu'])(
  '54.4 at 320 by 256 pixels the dialog of %s scrolls as a whole',
  async (name) => {
    await standOn({ width: 320, height: 256, reducesMotion: true })
    show(<Dialogs />)
    await page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByCss('dialog[open]')
    await expect.element(dialog).toBeVisible()
    expect(scrollingIn(dialog.element())).toEqual([])
    const [title, ...buttons] = [
      dialog.getByRole('heading', { level: 2 }),
      ...dialog.getByRole('button').all(),
    ]
    expect(boxOf(title).top).toBeGreaterThanOrEqual(0)
    for (const button of buttons) {
      button.element().scrollIntoView()
      const { top, bottom } = boxOf(button)
      expect([top >= -1, bottom <= 257]).toEqual([true, true])
    }
  },
)

it('54.4 every dialog but the menu and the palette is this widget', () => {
  const sources = import.meta.glob('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const own = Object.entries(sources).filter(
    ([path, source]) => !path.includes('.test.') && String(source).includes('<dialog'),
  )
  expect(own.map(([path]) => path.split('/').at(-1)).toSorted()).toEqual([
    'dialog.tsx',
    'drawer.tsx',
    'palette.tsx',
  ])
})
