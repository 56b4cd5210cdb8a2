import { describe, expect, it } from 'vitest'
import { plainMinute, readMinute, shortInstant } from './minute.ts'

describe('D21 a day and a time in the browser’s zone', () => {
  it.each(['2026-11-26 08:05', ' 2026-11-26T08:05 ', '2024-02-29 23:59'])('reads %j', (typed) => {
    expect(plainMinute(readMinute(typed) ?? 0)).toBe(typed.trim().replace('T', ' '))
  })
  it.each([
    '',
    'today',
    '2026-11-26',
    '2026-02-30 08:00',
    '2026-13-01 08:00',
    '2026-11-26 24:00',
    '2026-11-26 08:60',
  ])('takes %j for none', (typed) => expect(readMinute(typed)).toBeUndefined())
  it('says an instant for an address', () => {
    expect(shortInstant(Date.UTC(2026, 10, 26, 8))).toBe('2026-11-26T08:00Z')
  })
})
