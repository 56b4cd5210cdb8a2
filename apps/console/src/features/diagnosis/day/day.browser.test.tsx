import type { Day } from '@support-console/contract'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../testing/show.ts'
import { expectNoViolations, textsOf } from '../../../testing/widget.ts'
import { localTime } from '../../../ui/local-time.ts'
import { DayStrips } from './day-strips.tsx'

const until = Math.floor(Date.now() / 60_000) * 60_000
const before = (hours: number) => new Date(until - hours * 3600_000).toISOString()
const clock = (hours: number) => localTime(before(hours)).time.slice(0, 5)
const change = { scope: { kind: 'csr', id: 'csr-07' }, transactionId: null } as const
const day: Day = {
  ...{ from: before(24), until: before(0), whoNeeds: null },
  strips: [
    {
      ...{ kind: 'reports', source: 'WebConnect' },
      parts: [
        { from: before(24), state: 'well', word: '' },
        { from: before(10), state: 'not-known', word: '' },
        { from: before(9), state: 'well', word: '' },
        { from: before(1), state: 'broken', word: '' },
      ],
    },
  ],
  changes: [
    { ...change, at: before(2), kind: 'sim', what: 'SIM status Active → Suspended.', who: 'AT&T' },
    { ...change, at: before(10), kind: 'release', what: 'csr-07 got release 4.2.1.', who: null },
    { ...change, at: before(20), kind: 'release', what: 'csr-07 got release 4.2.0.', who: null },
  ],
}
const shown = (of: Day | undefined) =>
  show(
    <MemoryRouter>
      <DayStrips kind="panel" day={of} isNow silence={before(1)} isCause={({ kind }) => kind === 'sim'} />
    </MemoryRouter>,
  )

describe('whole 4 the last 24 hours', () => {
  it('are drawn to scale, and told as a list', async () => {
    shown(day)
    const parts = page.getByRole('list', { name: 'Reports' }).getByRole('listitem')
    expect(textsOf(parts)).toEqual([
      `heard from ${clock(24)} to ${clock(10)}`,
      `not known from ${clock(10)} to ${clock(9)}`,
      `heard from ${clock(9)} to ${clock(1)}`,
      `silent from ${clock(1)} to ${clock(0)}`,
    ])
    const bar = page.getByRole('list', { name: 'Reports' }).element().parentElement
    const widths = [...(bar?.querySelectorAll('[data-state]') ?? [])].map(
      (part) => part.getBoundingClientRect().width,
    )
    const all = bar?.getBoundingClientRect().width ?? 0
    expect(widths.map((width) => Math.round((width / all) * 24))).toEqual([14, 1, 8, 1])
    await expect
      .element(page.getByText(/Active → Suspended, AT&T · .*release 4\.2\.1 · and 1 more$/))
      .toBeVisible()
    expect(page.getByRole('button', { name: /Suspended/ }).element().dataset.cause).toBe('true')
    // Nothing was ever told of its session.
    expect(textsOf(page.getByRole('list', { name: "SIM's session" }).getByRole('listitem'))).toEqual([
      'not known',
    ])
    await expectNoViolations('main')
  })

  it('say at a moment what was known then, by arrow keys too', async () => {
    shown(day)
    const moment = page.getByRole('slider', { name: 'A moment' })
    ;(moment.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(page.getByText(new RegExp(`: Reports: silent since ${clock(1)}$`))).toBeVisible()
    expect(moment.element().getAttribute('aria-valuetext')).toMatch(/silent since/)
    await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  })

  it('have their height before they are read', () => {
    const height = () =>
      page.getByRole('slider').element().closest('div')?.parentElement?.getBoundingClientRect().height
    shown(undefined)
    const early = height()
    shown(day)
    expect(height()).toBe(early)
  })
})
