import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnOrder, hasColumnOrder, inOrder, orderOf } from './row-order.ts'
import type { SortDirection, SortingValue, TableRow } from './table.types.ts'

const sorted = (values: readonly SortingValue[], direction: SortDirection) =>
  inOrder(values, orderOf(values), direction)

describe('order of rows', () => {
  it('2.14 numbers sort by size, dates by time, and both before texts', () => {
    const early = new Date('2026-01-02T00:00:00Z')
    const late = new Date('2026-11-21T14:02:11Z')
    expect(sorted([10, 9, -1, 2.5], 'asc')).toEqual([-1, 2.5, 9, 10])
    expect(sorted([late, early], 'asc')).toEqual([early, late])
    expect(sorted([true, false], 'asc')).toEqual([false, true])
    expect(sorted(['3', 12, 'a'], 'asc')).toEqual([12, '3', 'a'])
    expect(sorted(['webconnect-10', 'webconnect-9'], 'desc')).toEqual(['webconnect-10', 'webconnect-9'])
  })

  it('2.14 empty values come last in both directions', () => {
    const values = ['', 'b', undefined, 'a', null, Number.NaN, '  ', new Date(Number.NaN)]
    expect(sorted(values, 'asc')).toEqual(['a', 'b', '', undefined, null, Number.NaN, '  ', values[7]])
    expect(sorted(values, 'desc')).toEqual(['b', 'a', '', undefined, null, Number.NaN, '  ', values[7]])
  })

  const value = fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.constantFrom('a', 'A', 'b', 'b10', 'b9', '', 'é', null, undefined),
    fc.date({ noInvalidDate: false }),
    fc.double(),
  )

  it('2.14 sorting keeps every row, is stable in both directions, and descending turns ascending round', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (values) => {
        const items = values.map((_, index) => index)
        const order = orderOf(values)
        const ascending = inOrder(items, order, 'asc')
        const descending = inOrder(items, order, 'desc')
        expect([...ascending].sort((a, b) => a - b)).toEqual(items)

        const groups: number[][] = []
        for (let group = 0; group + 1 < order.groupStarts.length; group++) {
          groups.push([...order.ascending.subarray(order.groupStarts[group], order.groupStarts[group + 1])])
        }
        const empty = [...order.empty]
        expect(ascending).toEqual([...groups.flat(), ...empty])
        expect(descending).toEqual([...groups.reverse().flat(), ...empty])
        for (const group of [...groups, empty]) expect(group).toEqual([...group].sort((a, b) => a - b))
      }),
    )
  })

  it('2.14 sorting what is sorted changes nothing', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 40 }), fc.constantFrom('asc', 'desc'), (values, direction) => {
        const once = sorted(values, direction as SortDirection)
        expect(sorted(once, direction as SortDirection)).toEqual(once)
      }),
    )
  })

  it('2.14 numbers agree with an ordinary numeric sort', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), (numbers) => {
        // 0 and -0 are equal, so they are compared as one
        const plain = [...numbers].sort((a, b) => a - b).map((number) => number + 0)
        expect(sorted(numbers, 'asc').map((number) => (number as number) + 0)).toEqual(plain)
      }),
    )
  })

  it('2.14 the order of a column is made once for an array of rows', () => {
    let asked = 0
    const rows: TableRow[] = ['b', 'a'].map((key) => ({
      key,
      columns: [],
      sortingValueOf: () => {
        asked++
        return key
      },
    }))
    expect(hasColumnOrder(rows, 'name')).toBe(false)
    expect([...columnOrder(rows, 'name').ascending]).toEqual([1, 0])
    columnOrder(rows, 'name')
    expect(hasColumnOrder(rows, 'name')).toBe(true)
    expect(asked).toBe(2)
  })
})
