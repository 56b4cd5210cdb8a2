import { describe, expect, it } from 'vitest'
import { bareIdentifier } from './form/bare-identifier.ts'
import { groupIdentifier, shortIdentifier } from './identifier-text.ts'

describe('D29 identifiers', () => {
  it.each([
    ['8901170000000000013', 'iccid', ['8901', '1700', '0000', '0000', '013']],
    ['89011700', 'iccid', ['8901', '1700']],
    ['356938035643809', 'imei', ['35', '693803', '564380', '9']],
    ['3569380356438091', 'imei', ['35', '693803', '564380', '9', '1']],
    ['', 'iccid', ['']],
    ['not an iccid', 'iccid', ['not an iccid']],
    ['10.64.18.13', 'other', ['10.64.18.13']],
  ] as const)('%s (%s) is grouped for the eye and joins to itself', (value, kind, groups) => {
    expect(groupIdentifier(value, kind)).toEqual(groups)
    expect(groupIdentifier(value, kind).join('')).toBe(value)
  })

  it('has a short form for sentences and tables', () => {
    expect(shortIdentifier('8901170000000000013')).toBe('8901…0013')
    expect(shortIdentifier('79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff', 'guid')).toBe('79e8af3e…61ff')
    expect(shortIdentifier('csr-01')).toBe('csr-01')
    // To cut one character for another would say less in the same room.
    expect(shortIdentifier('123456789')).toBe('123456789')
    expect(shortIdentifier('1234567890')).toBe('1234…7890')
  })

  it('D24 drops the spaces and dashes of a paste, and of a SIM ID what fills up its end', () => {
    const pasted = ' 8901-1700 0000\u00a00000\u2013013\u200b\n'
    expect(bareIdentifier(pasted, 'iccid')).toBe('8901170000000000013')
    expect(bareIdentifier(`${pasted} F`, 'iccid')).toBe('8901170000000000013')
    expect(bareIdentifier(`${pasted} F`, 'other')).toBe('8901170000000000013F')
    expect(bareIdentifier(' 6f9619ff-8b86 ', 'guid')).toBe('6f9619ff-8b86')
  })
})
