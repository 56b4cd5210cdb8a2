import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Choices from '../../gallery/sections/3-choices.tsx'
import { show } from '../../testing/show.ts'
import { expectHidden, expectNoViolations, press } from '../../testing/widget.ts'

const start = page.getByRole('group', { name: 'Start date' })
const date = page.getByTestId('date')

describe('2.7, 9 date picker', () => {
  beforeEach(() => show(<Choices />))

  it('9 shows ISO and is typed segment by segment', async () => {
    await expect.element(start).toMatchTextContent('2026-11-21')
    await start.getByRole('spinbutton', { name: /year/i }).click()
    await userEvent.keyboard('20251031')
    await expect.element(date).toHaveTextContent('2025-10-31')
  })

  it('54.7 the month grid opens where Intl names a zone that it does not know itself', async () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    // As Chromium does with a TZ that is none.
    Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
      const options = resolvedOptions.call(this)
      return { ...options, ...(options.timeZone === own && { timeZone: 'Etc/Unknown' }) }
    }
    onTestFinished(() => {
      Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions
    })
    show(<p>Nothing</p>)
    show(<Choices />)
    await start.getByRole('button').click()
    await expect
      .element(page.getByRole('grid').getByRole('button', { name: /21 November|November 21/ }))
      .toBeVisible()
  })

  it('9 what is typed is shown at once; a date is none before it is whole', async () => {
    const year = start.getByRole('spinbutton', { name: /year/i })
    await year.click()
    for (const typed of ['2', '20', '202']) {
      await userEvent.keyboard(typed.slice(-1))
      await expect.element(year).toMatchTextContent(new RegExp(`^${typed}$`))
      await expect.element(date).toHaveTextContent('2026-11-21')
    }
    // Left like this it is none: what stood before comes back.
    await date.click()
    await expect.element(start).toMatchTextContent('2026-11-21')
    await expect.element(date).toHaveTextContent('2026-11-21')
  })

  it.each(['Backspace', 'Delete'])(
    '9 %s empties the year, also a half typed one; the next digits are the year',
    async (key) => {
      const year = start.getByRole('spinbutton', { name: /year/i })
      await year.click()
      await userEvent.keyboard(`{${key}}`)
      await expect.element(year).toMatchTextContent('yyyy')
      await userEvent.keyboard(`19{${key}}`)
      await expect.element(year).toMatchTextContent('yyyy')
      await expect.element(date).toHaveTextContent('2026-11-21')
      await userEvent.keyboard('2025')
      await expect.element(start).toMatchTextContent('2025-11-21')
      await expect.element(date).toHaveTextContent('2025-11-21')
    },
  )

  it('9 cannot be cleared: what was deleted comes back', async () => {
    await start.getByRole('spinbutton', { name: /month/i }).click()
    await userEvent.keyboard('{Backspace}{Backspace}')
    await expect.element(start).not.toMatchTextContent('2026-11-21')
    await date.click()
    await expect.element(start).toMatchTextContent('2026-11-21')
    await expect.element(date).toHaveTextContent('2026-11-21')
  })

  it('9 the month grid is worked by keyboard, within the limits', async () => {
    const opener = start.getByRole('button', { name: /Open the calendar/ })
    await press(opener, '{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Start date' })).toBeVisible()
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect.element(date).toHaveTextContent('2026-11-14')
    await expectHidden(page.getByRole('dialog'))
    await expect.element(opener).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Next month' })).toBeDisabled()
    await expectNoViolations('[role=dialog]')
  })

  it('2.7 with All Time on it is disabled and keeps its date', async () => {
    const end = page.getByRole('group', { name: 'End date, All Time' })
    await expect.element(end).toMatchTextContent('2026-11-21')
    await expect.element(end.getByRole('button')).toBeDisabled()
  })
})
