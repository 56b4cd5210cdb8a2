import { useState } from 'react'
import { createMemoryRouter, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useMoment } from '../../api/moment.ts'
import { standOn } from '../../testing/device.ts'
import { show } from '../../testing/show.ts'
import { boxOf, expectNoViolations, expectNoViolationsInThemes } from '../../testing/widget.ts'
import { Form } from '../../ui/form/form.tsx'
import { sayMomentInFull } from '../../ui/say-when.ts'
import { ExportMenu } from '../download/index.ts'
import { Link } from '../link.tsx'
import { MomentField, plainMinute, readMoment, shortInstant } from './index.ts'
import { Past } from './past.tsx'

const at = '2026-01-26T03:00-05:00'
const panel = '/panels/CBS0000274'

/** A page as the frame has it, with what each page may have: a way on, a file, its own word for its moment. */
function Page() {
  const { pathname, search } = useLocation()
  return (
    <Past>
      <p data-testid="address">{pathname + search}</p>
      <Inside />
    </Past>
  )
}

function Inside() {
  return (
    <>
      <p data-testid="inside">{useMoment()?.at ?? 'now'}</p>
      <Link to="/sims/8901170000000000013">The SIM</Link>
      <Link to="/panel-management">Panel Management</Link>
      <ExportMenu isBusy={false} onDownload={() => {}} />
    </>
  )
}

const open = (address: string) =>
  show(
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [address] })}
    />,
  )
const inside = page.getByTestId('inside')
const head = page.getByRole('region', { name: 'The past' })
const now = head.getByRole('link', { name: 'Now' })
const says = (words: string) => expect.element(head.getByText(words)).toBeVisible()
const exportMenu = page.getByRole('button', { name: 'Export' })

describe('kept state a page of the past', () => {
  it('kept state says its moment, to listeners too, has an edge and no actions', async () => {
    open(`${panel}?kind=People&at=${at}`)
    await says(`As it was on ${sayMomentInFull(at)}`)
    await expect
      .element(page.getByCss('[aria-live="polite"]'))
      .toHaveTextContent(`As it was on ${sayMomentInFull(at)}`)
    await expect.element(inside).toHaveTextContent(at)
    const edge = getComputedStyle(page.getByCss('[data-past]').element(), '::after')
    expect([edge.position, edge.borderTopWidth, edge.pointerEvents]).toEqual(['fixed', '3px', 'none'])
    expect(exportMenu.elements()).toEqual([])
    await expect
      .element(page.getByRole('link', { name: 'The SIM' }))
      .toHaveAttribute('href', `/sims/8901170000000000013?${new URLSearchParams({ at })}`)
    await expect
      .element(page.getByRole('link', { name: 'Panel Management' }))
      .toHaveAttribute('href', '/panel-management')
    await now.click()
    await expect.element(page.getByTestId('address')).toHaveTextContent(`${panel}?kind=People`)
    await expect.element(inside).toHaveTextContent('now')
    await expect.element(exportMenu.first()).toBeVisible()
    expect(head.elements()).toEqual([])
  })

  it('kept state leads to another moment by its field, which keeps the focus', async () => {
    open(`${panel}?at=${at}`)
    const field = head.getByRole('textbox')
    await expect.element(field).toHaveValue(plainMinute(at))
    await userEvent.fill(field, 'tomorrow 08:00')
    await userEvent.keyboard('{Enter}')
    await says('This moment is still to come.')
    await userEvent.fill(field, '24 Jan 2026 14:30')
    await userEvent.keyboard('{Enter}')
    await says('As it was on 24 Jan 2026, 14:30')
    await expect.element(field).toHaveValue('2026-01-24 14:30')
    await expect.element(field).toHaveFocus()
    await expect.element(inside).toHaveTextContent(shortInstant(new Date(2026, 0, 24, 14, 30).getTime()))
  })

  it.each([
    ['no moment', 'yesterday', "The address names no moment: 'yesterday'."],
    ['a moment to come', '2126-01-26T03:00Z', 'The address names a moment that is still to come'],
  ])('kept state of %s says so, and shows nothing', async (_, given, sentence) => {
    open(`${panel}?at=${given}`)
    await says(sentence)
    expect(inside.elements()).toEqual([])
    await now.click()
    await expect.element(inside).toHaveTextContent('now')
  })

  it('kept state reads a plus that was not encoded; a page without a past has none', async () => {
    open(`${panel}?at=2026-01-26T09:00+01:00`)
    await expect.element(inside).toHaveTextContent('2026-01-26T09:00+01:00')
    open(`/panel-management?at=${at}`)
    await expect.element(inside).toHaveTextContent('now')
    expect(head.elements()).toEqual([])
  })

  it.each([390, 1024, 1440])('kept state %i wide: all of its head is seen, in both themes', async (width) => {
    await standOn({ width })
    open(`${panel}?at=${at}`)
    await expect.element(now).toBeVisible()
    expect(boxOf(now).right).toBeLessThanOrEqual(width)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectNoViolationsInThemes('[data-past]')
  })
})

describe('kept state the field for a moment', () => {
  function Field() {
    const [typed, setTyped] = useState('')
    const [sent, setSent] = useState('')
    return (
      <Form onSubmit={() => setSent(plainMinute(readMoment(typed) ?? 0))}>
        <MomentField label="From" value={typed} onChange={setTyped} />
        <output>{sent}</output>
      </Form>
    )
  }
  const field = page.getByRole('textbox', { name: /^From \(UTC/ })

  it('kept state takes what people say, and what a ticket has', async () => {
    show(<Field />)
    for (const [typed, minute] of [
      ['26 Nov 2025 03:00', '2025-11-26 03:00'],
      ['2025-11-26 08:05', '2025-11-26 08:05'],
      [new Date(2025, 10, 26, 8, 7).toISOString(), '2025-11-26 08:07'],
    ] as const) {
      await userEvent.fill(field, typed)
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByRole('status')).toHaveTextContent(minute)
    }
    await expectNoViolations('form')
  })

  it.each(['yesterday', 'soon', '2025-02-30 08:00'])(
    'kept state refuses %j with a sentence',
    async (typed) => {
      show(<Field />)
      await userEvent.fill(field, typed)
      await userEvent.keyboard('{Enter}')
      await expect.element(field).toHaveAccessibleDescription(/Enter a day and a time/)
      await expect.element(page.getByRole('status')).toHaveTextContent('')
    },
  )
})
