import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampPage, pageCountOf, pageWindow, rowsOnPage } from './page-window.ts'

const pageOf = fc
  .integer({ min: 1, max: 600 })
  .chain((pageCount) => fc.tuple(fc.integer({ min: 1, max: pageCount }), fc.constant(pageCount)))

describe('pages', () => {
  it('2.14 shows the first, the last and nearby pages with ellipses', () => {
    expect(pageWindow(3, 12)).toEqual([1, 2, 3, 4, 5, 'gap-after', 12])
    expect(pageWindow(6, 12)).toEqual([1, 'gap-before', 5, 6, 7, 'gap-after', 12])
    expect(pageWindow(10, 12)).toEqual([1, 'gap-before', 8, 9, 10, 11, 12])
    expect(pageWindow(2, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(pageWindow(1, 1)).toEqual([1])
    expect(pageWindow(1, 0)).toEqual([])
  })

  it('2.14 every window has first, last, current and its neighbours, ascending; a gap hides two pages or more', () => {
    fc.assert(
      fc.property(pageOf, ([page, pageCount]) => {
        const window = pageWindow(page, pageCount)
        const pages = window.filter((slot) => typeof slot === 'number')
        const expected = [1, page - 1, page, page + 1, pageCount].filter((at) => at >= 1 && at <= pageCount)
        expect(pages).toEqual(expect.arrayContaining(expected))
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
        expect(window.length).toBe(Math.min(7, pageCount))
        for (const [at, slot] of window.entries()) {
          if (at === 0) continue
          const [before, after] = [window[at - 1], window[at + 1]]
          if (typeof slot === 'number' && typeof before === 'number') expect(slot).toBe(before + 1)
          if (typeof slot !== 'number') expect(Number(after) - Number(before)).toBeGreaterThan(2)
        }
        expect(new Set(window).size).toBe(window.length)
      }),
    )
  })

  it('2.14 every row is on exactly one page', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 300 }),
        (rowCount, perPage) => {
          const pageCount = pageCountOf(rowCount, perPage)
          let next = 1
          for (let page = 1; page <= pageCount; page++) {
            const { first, last } = rowsOnPage(page, perPage, rowCount)
            expect(first).toBe(next)
            expect(last).toBeGreaterThanOrEqual(first)
            next = last + 1
          }
          expect(next).toBe(rowCount + 1)
        },
      ),
    )
    expect(rowsOnPage(3, 100, 1148)).toEqual({ first: 201, last: 300 })
    expect(rowsOnPage(1, 100, 0)).toEqual({ first: 0, last: 0 })
    expect(pageCountOf(50_000, Number.POSITIVE_INFINITY)).toBe(1)
    expect(rowsOnPage(1, Number.POSITIVE_INFINITY, 50_000)).toEqual({ first: 1, last: 50_000 })
  })

  it('D25 a page from an address that does not exist becomes the nearest that does', () => {
    expect(clampPage(99, 12)).toBe(12)
    expect(clampPage(0, 12)).toBe(1)
    expect(clampPage(Number.NaN, 12)).toBe(1)
    expect(clampPage(2.7, 12)).toBe(2)
    expect(clampPage(5, 0)).toBe(1)
  })
})
