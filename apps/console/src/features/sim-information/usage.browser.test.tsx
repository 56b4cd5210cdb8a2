import type { SimUsage } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { expectNoViolations, press, textsOf } from '../../testing/widget.ts'
import { UsageCard } from './usage.tsx'

const DAY = 86_400_000
const now = new Date().toISOString()
const dayOf = (back: number) => new Date(Date.now() - back * DAY).toISOString().slice(0, 10)
const told: NonNullable<SimUsage['told']> = {
  ...{ from: dayOf(20), to: dayOf(-9), plan: 'Alarm 5MB', usedBytes: 3_412_345, at: now },
  days: [20, 10, 0].map((back, i) => ({
    day: dayOf(back),
    usedBytes: [100_000, 1_500_000, 3_412_345][i] ?? 0,
  })),
}
const usage = (change: Partial<SimUsage> = {}): SimUsage => ({
  ...{ simId: '8901170000000000013', carrier: 'AT&T', isTold: true, told, unanswered: null, now },
  billed: [
    { year: 2021, month: 11, plan: 'Alarm 5MB', usedBytes: 900_000 },
    { year: 2021, month: 12, plan: 'Alarm 5MB', usedBytes: 12_400_000 },
  ],
  includedBytes: 5_000_000,
  thresholds: { isMonitored: true, warningPercent: 75, alertPercent: 100 },
  level: 'below',
  ...change,
})

const card = (given: SimUsage | undefined, more: Partial<Parameters<typeof UsageCard>[0]> = {}) =>
  show(
    <>
      <h1>SIM</h1>
      <UsageCard
        usage={given}
        toldAt={given?.told ? Date.parse(given.told.at) : undefined}
        isOwn
        isAsking={false}
        error={null}
        askAgain={() => {}}
        mayCompare
        {...more}
      />
    </>,
  )
const words = () => page.getByRole('region', { name: 'Data usage' })
const said = () => textsOf(words())[0] ?? ''
const chart = () => page.getByRole('img')
const heightOf = () => words().element().getBoundingClientRect().height

describe('D51 the usage of a SIM', () => {
  it('says this month’s number, its plan, where it stands, its age and source; drawn against both thresholds', async () => {
    card(usage())
    expect(said()).toContain('3.4 MB this month')
    expect(said()).toContain('of 5 MB, plan Alarm 5MB (68 %)')
    expect(said()).toContain('below the thresholds')
    expect(said()).toMatch(/AT&T · \d+ s ago/)
    const about = chart().element().getAttribute('aria-label')
    expect(about).toContain('AT&T, data used from')
    expect(about).toContain('3.4 MB by')
    expect(about).toContain('Warning at 3.8 MB, alert at 5 MB.')
    expect(textsOf(chart())[0]).toContain('warning 75 %')
    await expectNoViolations()
  })

  it.each([
    ['warning', 'above the warning threshold of 75 %'],
    ['alert', 'above the alert threshold of 100 %'],
  ] as const)('says that it is over the %s threshold', async (level, sentence) => {
    card(usage({ level }))
    expect(said()).toContain(sentence)
    await expectNoViolations()
  })

  it.each<[string, Partial<SimUsage>, string]>([
    ['a plan of no size', { includedBytes: null, level: null }, 'size not known'],
    [
      'a company that does not look',
      { thresholds: { isMonitored: false, warningPercent: 75, alertPercent: 100 }, level: null },
      'Its company does not monitor usage.',
    ],
    ['no company', { thresholds: null, level: null }, 'No company sets thresholds for it.'],
    [
      'a month that is over',
      { told: { ...told, from: '2025-10-10', to: '2025-11-09' } },
      '3.4 MB 10 Oct to 9 Nov',
    ],
    [
      'an answer that failed',
      {
        unanswered: {
          askedAt: now,
          status: 'Unavailable',
          message: 'AT&T did not answer within 30 s. Try again in a minute.',
        },
      },
      'AT&T did not answer within 30 s.',
    ],
    ['a carrier that tells none', { carrier: 'Wyless', isTold: false, told: null }, '12.4 MB in Dec 2021'],
    [
      'a carrier that tells none',
      { carrier: 'Wyless', isTold: false, told: null },
      'Wyless does not report usage; this is the last bill.',
    ],
    [
      'nothing at all',
      { told: null, billed: [], includedBytes: null, level: null },
      'AT&T has not reported any usage, and no bill is known.',
    ],
    [
      'no carrier',
      { carrier: '', isTold: false, told: null, billed: [] },
      'No carrier is known for this SIM, and no bill.',
    ],
  ])('says so of %s', async (_what, change, sentence) => {
    card(usage(change))
    expect(said()).toContain(sentence)
    await expectNoViolations()
  })

  it('D45 says that thresholds are not shown to those who may not read companies, and draws none', async () => {
    card(usage({ thresholds: null, level: null }), { mayCompare: false })
    expect(said()).toContain('Your roles do not let you see thresholds.')
    expect(textsOf(chart())[0]).not.toContain('warning')
  })

  it('draws the bills of a carrier that tells none, month by month', async () => {
    card(usage({ carrier: 'Wyless', isTold: false, told: null }))
    expect(chart().element().getAttribute('aria-label')).toBe(
      'Billed data, Nov 2021 to Dec 2021: from 900 kB to 12.4 MB, last 12.4 MB. Warning at 3.8 MB, alert at 5 MB.',
    )
    await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  })

  it('robust 3 is as high before anything is known as after it, at 390 as well', async () => {
    for (const width of [1024, 390]) {
      await page.viewport(width, 844)
      card(undefined, { isAsking: true })
      const before = heightOf()
      card(usage())
      expect(heightOf()).toBe(before)
      card(usage({ told: null, billed: [], level: null }))
      expect(heightOf()).toBe(before)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    await page.viewport(1024, 844)
  })

  it('asks its carrier again by a button', async () => {
    const asked: string[] = []
    card(usage(), { askAgain: (carrier) => asked.push(carrier) })
    await press(page.getByRole('button', { name: 'Ask AT&T for the usage again' }), '{Enter}')
    expect(asked).toEqual(['AT&T'])
  })

  it('says in its place that our own server did not answer', async () => {
    card(undefined, { error: { message: 'The server does not answer. Try again.' } })
    expect(said()).toContain('The usage could not be loaded. The server does not answer. Try again.')
  })
})
