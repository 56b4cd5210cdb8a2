import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vendorOf } from './carriers.ts'
import { isIccid, normaliseIccid } from './iccid.ts'

describe('D24 SIM IDs', () => {
  it.each([
    '8901170000000000013',
    ' 8901-1700 0000\u00a00000\u2013013\u200b\n',
    '8901170000000000013F',
    '8901 1700 0000 0000 013f',
    '8901170000000000013 FF',
  ])('D24 reads %j as the same SIM ID', (text) => {
    expect(normaliseIccid(text)).toBe('8901170000000000013')
  })

  it('D24 leaves what is none as it is', () => {
    for (const text of ['', 'F', 'F8901170000000000013', '89011700000F00000013', 'not an iccid'])
      expect(isIccid(normaliseIccid(text))).toBe(false)
    expect(normaliseIccid('8901X')).toBe('8901X')
  })

  it('D24 what was read once stays the same, so that no field and screen can differ', () => {
    const typed = fc.string({ unit: fc.constantFrom('8', 'F', 'F', '-', 'x') })
    fc.assert(
      fc.property(typed, (text) => normaliseIccid(normaliseIccid(text)) === normaliseIccid(text)),
      {
        numRuns: 1000,
      },
    )
  })

  it.each([
    ['8901170000000000013', 'ATT'],
    ['8914800000000000055', 'VZN'],
    ['8914810000000000055', 'VZN'],
    ['8914700000000000055', undefined],
    ['8914900000000000055', undefined],
    ['8901180000000000013', undefined],
    ['0890117000000000013', undefined],
  ])('5 the prefix of %s names %s', (iccid, vendor) => {
    expect(vendorOf(iccid)).toBe(vendor)
  })
})
