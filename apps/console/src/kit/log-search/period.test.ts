import { expect, it } from 'vitest'
import { canSearch, defaultDays, periodOf } from './period.ts'

it.each([
  ['2026-11-22T12:00', '2026-11-16', '2026-11-22'],
  ['2026-03-03T00:00', '2026-02-25', '2026-03-03'],
  ['2026-01-02T23:59', '2025-12-27', '2026-01-02'],
])('D36 on %s the last 7 days are %s to %s', (now, from, to) => {
  expect(defaultDays(new Date(now))).toEqual({ from, to })
})

const fallback = { from: '2026-11-16', to: '2026-11-22' }
const inAddress = (query: string) => periodOf(new URLSearchParams(query), fallback)

it.each([
  ['from=1969-12-31&to=2026-11-20', { from: '1969-12-31' }],
  ['from=2026-02-30&to=9999-01-01', { from: '2026-02-30', to: '9999-01-01' }],
  ['from=2026-11-01&to=soon', { to: 'soon' }],
])('robustness 6 an address with %s is not searched, and says which day is none', (query, noDays) => {
  expect(inAddress(query).noDays).toEqual(noDays)
  expect(canSearch(inAddress(query))).toBe(false)
  expect(canSearch(inAddress(`${query}&allTime=true`))).toBe(true)
})

it('robustness 6 an end before the beginning stays as it is and is not searched; an address without days has the last 7', () => {
  const turned = inAddress('from=2026-11-20&to=2026-11-01')
  expect(turned.days).toEqual({ from: '2026-11-20', to: '2026-11-01' })
  expect(canSearch(turned)).toBe(false)
  for (const query of ['', 'from=2026-11-20'])
    expect(inAddress(query)).toEqual({ days: fallback, isAllTime: false })
})
