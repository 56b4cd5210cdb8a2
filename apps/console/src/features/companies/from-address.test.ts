import { describe, expect, it } from 'vitest'
import { companyIdOf, salesRegionOf, textOf } from './from-address.ts'

describe('2.3 what an address of Company Management says', () => {
  it.each([
    ['1', 1],
    ['2147483647', 2_147_483_647],
    ['2147483648', undefined],
    ['0', undefined],
    ['01', undefined],
    ['1e3', undefined],
    ['-1', undefined],
    ['', undefined],
    ['<b>', undefined],
  ])('%j is the id %s', (param, id) => {
    expect(companyIdOf(param)).toBe(id)
  })
  it('takes what can be used of a text, and no region that there is not', () => {
    expect(textOf(' a\tb\n ')).toBe('a b')
    expect(textOf('x'.repeat(1000))).toHaveLength(400)
    expect(salesRegionOf('CA')).toBe('ca')
    expect(salesRegionOf('mars')).toBeUndefined()
  })
})
