import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idList, idsSaid, readIds, withPasted } from './id-list.ts'
import { listProblem } from './search.ts'

describe('D18 the ids of an audit entry', () => {
  it('are all there, or whole ones with how many more there are', () => {
    const ids = Array.from({ length: 500 }, (_, i) => String(i).padStart(30, '0'))
    expect(idsSaid(ids.slice(0, 200))).toBe(ids.slice(0, 200).join(', '))
    const said = idsSaid(ids)
    expect(said.length).toBeLessThan(9_600)
    expect(said).toBe(`${ids.slice(0, 296).join(', ')} and 204 more`)
  })
})

describe('2.8 a list of ids', () => {
  it('5, D47 may be typed with whatever parts ids, and holds letters, digits and underscores', () => {
    for (const typed of [
      'CBS1',
      'CBS1,CBS2',
      'CBS0000001, CBS0000002',
      ' CBS1 ,\tCBS_2, ',
      'A B',
      'CBS1;CBS2',
    ])
      expect(listProblem(typed, 'cloudId'), typed).toBeUndefined()
    for (const typed of ['CBS-1', 'Größe', '<b>', 'A B-1'])
      expect(listProblem(typed, 'cloudId'), typed).toBe('Alphanumeric only')
    expect(readIds('CBS0000001 CBS0000002', 'cloudId')).toEqual(['CBS0000001', 'CBS0000002'])
  })
  it.each([
    ['CBS0000001,CBS0000002', 'commas'],
    ['CBS0000001 CBS0000002', 'spaces'],
    ['CBS0000001; CBS0000002;', 'semicolons'],
    ['CBS0000001\r\nCBS0000002\r\n', 'lines'],
    ['\ufeff"CBS0000001"\t"CBS0000002"', 'cells of a spreadsheet with their quotes'],
    ['“CBS0000001”, ‘CBS0000002’', 'quotes of a document'],
    ['["CBS0000001", "CBS0000002"]', 'an array of a program'],
    ['CBS0000001\u00a0\u200bCBS0000002\u2028', 'white space that no one sees'],
    [',,CBS0000001,;\n CBS0000002 ,CBS0000001', 'empty places and repeated ids'],
  ])('reads %j: %s', (list) => {
    expect(readIds(list, 'cloudId')).toEqual(['CBS0000001', 'CBS0000002'])
  })

  it('drops the dash of Remote Portal IDs, and of no others', () => {
    expect(readIds('RP-000001, RP–000002 RP−000003 RP000004', 'remoteId')).toEqual([
      'RP000001',
      'RP000002',
      'RP000003',
      'RP000004',
    ])
    expect(readIds('CBS-1', 'cloudId')).toEqual(['CBS-1'])
  })

  it('keeps what is no id, so that it is complained about and not changed', () => {
    expect(readIds("CBS1' OR 1=1--, <b>x</b>", 'cloudId')).toEqual(['CBS1', 'OR', '1=1--', '<b>x</b>'])
  })

  it('finds nothing where nothing is', () => {
    expect(readIds(' ,;\n"" ', 'sapNumber')).toEqual([])
  })

  it('reads its own list again, with commas or with spaces', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/), { maxLength: 500 })
    fc.assert(
      fc.property(ids, (list) => {
        expect(readIds(idList(list), 'cloudId')).toEqual(list)
        expect(readIds(list.join(' '), 'cloudId')).toEqual(list)
      }),
    )
  })
})

describe('2.8 pasting into a list of ids', () => {
  it.each([
    ['', '', '', ['A1', 'A2'], 'A1,A2', 'into an empty field'],
    ['A1', '', '', ['A2'], 'A1,A2', 'behind an id'],
    ['A1,', '', '', ['A2'], 'A1,A2', 'behind a comma'],
    ['', '', 'A2', ['A1'], 'A1,A2', 'before an id'],
    ['A1', '', ',A3', ['A2'], 'A1,A2,A3', 'between ids'],
    ['A1,', 'A2', ',A3', ['B2'], 'A1,B2,A3', 'over an id'],
    ['A1', ',A2,', 'A3', ['B2'], 'A1,B2,A3', 'over an id with its commas'],
    ['A', '', '1', ['00'], 'A001', 'into an id'],
    ['A0', '1', '', ['2'], 'A02', 'over the end of an id'],
    ['A', '1', '', ['B1', 'B2'], 'A,B1,B2', 'several over the end of an id'],
    ['A1', '', 'A2', [], 'A1A2', 'nothing'],
  ])('%j [%j] %j and %j are %j: %s', (before, selected, after, ids, list) => {
    expect(withPasted(before, selected, after, ids)).toBe(list)
  })
})
