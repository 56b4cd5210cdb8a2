import { describe, expect, it } from 'vitest'
import { sayAge, sayAgo, sayDuration } from './durations.ts'
import { localTime } from './local-time.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const minute = 60_000

it.each([
  [0, 'moments ago'],
  [-5, 'moments ago'],
  [1, '1 min ago'],
  [59, '59 min ago'],
  [60, '1 h ago'],
  [24 * 60, '1 d ago'],
  [48 * 60, '2 d ago'],
])('D29 %i minutes are %s', (minutes, words) => {
  expect(sayAgo(now - minutes * minute, now)).toBe(words)
})

it.each([
  [59, '59 s'],
  [60, '1 min 0 s'],
  [3599, '59 min 59 s'],
  [3600, '1 h 0 min'],
  [-5, '0 s'],
])('D29 %i seconds last %s', (seconds, words) => {
  expect(sayDuration(new Date(now).toISOString(), new Date(now + seconds * 1000).toISOString())).toBe(words)
})

describe('connected 2 source and age', () => {
  const now = Date.parse('2026-11-22T14:00:00Z')
  it.each([
    [-3, '0 s ago'],
    [4, '0 s ago'],
    [59, '55 s ago'],
    [60, '1 min ago'],
    [3599, '59 min ago'],
    [3600, '1 h ago'],
    [86_399, '23 h ago'],
    [86_400, '1 d ago'],
    [30 * 86_400, '30 d ago'],
    [31 * 86_400, localTime(now - 31 * 86_400_000).day],
  ])('%i s: %s', (seconds, said) => {
    expect(sayAge(now - seconds * 1000, now)).toBe(said)
  })
})
