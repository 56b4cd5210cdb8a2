import { describe, expect, it } from 'vitest'
import { companyIdOf, reservationPath, salesRegionOf, textOf, updatePath } from './paths.ts'

describe('2.3 addresses of Company Management', () => {
  it.each([
    ['Prairie Alarm', 'Prairie%20Alarm'],
    ['A/B?c#d', 'A%2FB%3Fc%23d'],
    ['..', '-'],
    ['', '-'],
    ['\ud800 alone', '%EF%BF%BD%20alone'],
  ])('the name %j is %s in a link', (companyName, part) => {
    expect(updatePath({ companyId: 2, companyName, sapCompanyId: '7' })).toBe(`/company/update/2/${part}/7`)
  })
  it('a reservation’s link carries what the add screen needs', () => {
    const reservation = {
      value: '1000902',
      label: 'Lakeside Guard',
      sapSalesRegion: 'ca',
      deviceRegion: 'ca',
    } as const
    expect(reservationPath(reservation)).toBe('/company/add/1000902/ca/Lakeside%20Guard/ca')
  })
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
