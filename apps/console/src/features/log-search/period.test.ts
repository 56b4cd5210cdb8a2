import { expect, it } from 'vitest'
import { defaultDays } from './period.ts'

it.each([
  ['2026-11-22T12:00', '2026-11-16', '2026-11-22'],
  ['2026-03-03T00:00', '2026-02-25', '2026-03-03'],
  ['2026-01-02T23:59', '2025-12-27', '2026-01-02'],
])('D36 on %s the last 7 days are %s to %s', (now, from, to) => {
  expect(defaultDays(new Date(now))).toEqual({ from, to })
})
