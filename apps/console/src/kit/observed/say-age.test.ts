import { describe, expect, it } from 'vitest'
import { localTime } from '../../ui/local-time.ts'
import { sayAge } from './say-age.ts'

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
