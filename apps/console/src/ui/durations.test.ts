import { expect, it } from 'vitest'
import { sayAgo, sayDuration } from './durations.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const minute = 60_000

it.each([
  [0, 'moments ago'],
  [-5, 'moments ago'],
  [1, '1 min ago'],
  [59, '59 min ago'],
  [60, '1 h ago'],
  [48 * 60 - 1, '47 h ago'],
  [48 * 60, '2 days ago'],
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
