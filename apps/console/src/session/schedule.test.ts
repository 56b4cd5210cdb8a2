import { describe, expect, it } from 'vitest'
import { backOff, isUsable, refreshDelay, secondsLeft } from './schedule.ts'

describe('9 the refresh schedule', () => {
  it.each([
    [300, 270_000],
    [61, 31_000],
    [60, 30_000],
    [10, 30_000],
    [0, 30_000],
  ])('4 refreshes a token of %i s after %i ms', (seconds, delay) => {
    expect(refreshDelay(seconds)).toBe(delay)
  })

  it('R5 counts the time left by the provider’s clock', () => {
    const now = 1_000_000_000_000
    expect(secondsLeft(1_000_000_100, 0, now)).toBe(100)
    // A browser that is an hour ahead still has the 100 s.
    expect(secondsLeft(1_000_000_100, 3600, now + 3_600_000)).toBe(100)
  })

  it('9 offers no token with less than 5 s to live', () => {
    const now = 1_000_000_000_000
    expect(isUsable(1_000_000_006, 300, 0, now)).toBe(true)
    expect(isUsable(1_000_000_005, 300, 0, now)).toBe(false)
  })

  it('lets a token that lives only 4 s be used for half of them', () => {
    const now = 1_000_000_000_000
    expect(isUsable(1_000_000_004, 4, 0, now)).toBe(true)
    expect(isUsable(1_000_000_002, 4, 0, now)).toBe(false)
  })

  it('R5 backs off from a second to at most 30 s, with jitter', () => {
    expect(backOff(1, 0.5)).toBe(1000)
    expect(backOff(3, 0.5)).toBe(4000)
    expect(backOff(20, 0)).toBe(22_500)
    expect(backOff(20, 1)).toBe(37_500)
  })
})
