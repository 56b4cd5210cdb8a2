import { expect, test } from 'vitest'
import { sayEnd } from './times.ts'

const now = new Date(2026, 10, 28, 23, 30).getTime()

test.each([
  ['today', new Date(2026, 10, 28, 15, 29), 'Saturday 15:29'],
  ['the day before', new Date(2026, 10, 27, 17, 0), 'Friday 17:00'],
  ['another day', new Date(2026, 10, 20, 17, 0), 'Friday 20 Nov 17:00'],
])('brief 10 says an end of a shift once: %s', (_, at, said) => {
  expect(sayEnd(at.getTime(), now)).toBe(said)
})
