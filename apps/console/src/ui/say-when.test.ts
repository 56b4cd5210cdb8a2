import { expect, it } from 'vitest'
import { dayBefore, sayDate, sayShortly } from './say-when.ts'

const at = (...wall: [number, number, number, number, number]) => new Date(...wall).getTime()
const now = at(2026, 2, 1, 9, 30)

it.each([
  [at(2026, 2, 1, 0, 5), '00:05', '1 March'],
  [at(2026, 1, 28, 23, 59), 'yesterday 23:59', '28 February'],
  [at(2026, 1, 27, 23, 59), '27 Feb 23:59', '27 February'],
  [at(2025, 11, 31, 8, 8), '31 Dec 2025 08:08', '31 December 2025'],
])('issue 38 says when as people do: %s is %s, %s', (instant, shortly, date) => {
  expect([sayShortly(instant, now), sayDate(instant, now)]).toEqual([shortly, date])
})

it('issue 38 the day before the first of a month is the last of the one before', () => {
  expect(dayBefore(now)).toBe('2026-02-28')
})
