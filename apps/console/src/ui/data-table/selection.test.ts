import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectAllState, toggleAll, toggleRow } from './selection.ts'

const keys = fc.uniqueArray(fc.string(), { maxLength: 20 })
const keysAndSelection = keys.chain((all) => fc.tuple(fc.constant(all), fc.subarray(all)))

describe('selection of rows', () => {
  it('2.14 the header is unchecked with none, indeterminate with some, checked with all', () => {
    expect(selectAllState(['a', 'b'], new Set())).toBe('unchecked')
    expect(selectAllState(['a', 'b'], new Set(['b']))).toBe('indeterminate')
    expect(selectAllState(['a', 'b'], new Set(['a', 'b', 'gone']))).toBe('checked')
    expect(selectAllState(['a', 'b'], new Set(['gone']))).toBe('unchecked')
    expect(selectAllState([], new Set(['gone']))).toBe('unchecked')
  })

  it('2.14 the header toggles between all rows and none', () => {
    fc.assert(
      fc.property(keysAndSelection, ([all, some]) => {
        const selected = new Set(some)
        const next = toggleAll(all, selected)
        if (selectAllState(all, selected) === 'checked') expect(next.size).toBe(0)
        else expect(next).toEqual(new Set(all))
      }),
    )
  })

  it('2.14 a row toggles itself only, and twice is back', () => {
    fc.assert(
      fc.property(keysAndSelection, fc.string(), ([, some], key) => {
        const selected = new Set(some)
        const once = toggleRow(key, selected)
        expect(once.has(key)).toBe(!selected.has(key))
        expect(toggleRow(key, once)).toEqual(selected)
        expect(selected).toEqual(new Set(some))
      }),
    )
  })
})
