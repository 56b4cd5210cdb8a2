import { describe, expect, it } from 'vitest'
import { includedBytes, usageLevel, usedPercent } from './usage.words.ts'

describe('D51 usage against a plan', () => {
  it.each([
    ['Alarm 5MB', 5_000_000],
    ['m2m4G 25MB', 25_000_000],
    ['Flex 1.5 GB', 1_500_000_000],
    ['alarm 500kb', 500_000],
    ['Alarm 5MB, Alarm 20MB', 25_000_000],
    ['Alarm 5MB, M2M Flex', 5_000_000],
    ['m2m4G', null],
    ['M2M Flex', null],
    ['', null],
  ])('reads what %s includes', (plans, bytes) => {
    expect(includedBytes(plans)).toBe(bytes)
  })

  it.each([
    [3_724_999, 74, 'below'],
    [3_725_000, 75, 'warning'],
    [4_974_999, 99, 'warning'],
    [4_975_000, 100, 'alert'],
    [9_000_000, 180, 'alert'],
  ])('%i bytes of 5 MB are %i %%: %s', (bytes, percent, level) => {
    expect(usedPercent(bytes, 5_000_000)).toBe(percent)
    expect(usageLevel(percent, { warningPercent: 75, alertPercent: 100 })).toBe(level)
  })
})
