import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vendorOf } from './carriers.ts'
import { isIccid, isSameIccid, luhnFits, normaliseIccid, otherForms } from './iccid.ts'

describe('D24 SIM IDs', () => {
  it.each([
    '8901170000000000013',
    ' 8901-1700 0000\u00a00000\u2013013\u200b\n',
    '8901170000000000013F',
    '8901 1700 0000 0000 013f',
    '8901170000000000013 FF',
    '1. 8901170000000000013',
    '(12)  8901170000000000013',
    '123: 8901170000000000013',
    'ICCID8901170000000000013',
    'ccid8901170000000000013',
    'xiccid8901170000000000013',
    '+CCID8901170000000000013',
    'sim.-8901170000000000013',
    '8901.1700.0000.0000.013',
    '8901_1700_0000_0000_01_3',
    "89'011700'000000'0001'3",
    '890117/000000/000001/3',
  ])('D24 reads %j as the same SIM ID', (text) => {
    expect(normaliseIccid(text)).toBe('8901170000000000013')
  })

  it('D24 leaves what is none as it is', () => {
    for (const text of ['', 'F', 'F8901170000000000013', '89011700000F00000013', 'not an iccid'])
      expect(isIccid(normaliseIccid(text))).toBe(false)
    expect(normaliseIccid('8901X')).toBe('8901X')
    for (const text of [
      'x1.89',
      'xsim89',
      'abcccid89',
      'simx',
      'sim',
      '8901.17',
      'x8901.1700.0000',
      '8901.1700.0000x',
      '8901.1700_0000',
      '8.9011.7000',
      '8901.1.700',
      '8901.1700.x',
    ])
      expect(normaliseIccid(text)).toBe(text)
    expect(normaliseIccid('x 1. 89')).toBe('x1.89')
  })

  it('D24 the last digit is the check digit of those before it, by Luhn', () => {
    // The example of ISO/IEC 7812, and what differs from it in its last digit.
    const fitting = '0123456789'.split('').filter((last) => luhnFits(`7992739871${last}`))
    expect(fitting).toEqual(['3'])
    for (const text of ['0', '18', '59', '8901170000000000013', '4111111111111111'])
      expect(luhnFits(text), text).toBe(true)
    for (const text of ['', '1', '81', '95', 'x79927398713', '79927398713x', '7992x398713'])
      expect(luhnFits(text), text).toBe(false)
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

  it('K4 a SIM is the same with and without its check digit or padding, and no other is', () => {
    const body = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 18, maxLength: 20 })
    fc.assert(
      fc.property(body, fc.constantFrom('', 'F', 'f'), (digits, padding) => {
        const [whole = ''] = otherForms(digits)
        expect(luhnFits(whole) && whole.startsWith(digits)).toBe(true)
        expect(isSameIccid(`${digits}${padding}`, whole)).toBe(true)
        expect(isSameIccid(whole, `${digits}${padding}`)).toBe(true)
        const other = `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`
        expect(isSameIccid(other, whole)).toBe(false)
        expect(otherForms(whole)).toContain(digits)
      }),
    )
    expect(isSameIccid('', '')).toBe(false)
    expect(isSameIccid(null, '8901170000000000013')).toBe(false)
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
