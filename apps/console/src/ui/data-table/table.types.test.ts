import { describe, expect, it } from 'vitest'
import { lazyRows } from './lazy-rows.ts'
import { defaultDirection, sortAfterClick, sortingValueOf, type TableRow } from './table.types.ts'

const date = { key: 'date', value: 'Date (UTC)', isSortable: true }
const name = { key: 'name', value: 'Name', isSortable: true, shouldSortInAscendingOrderByDefault: true }

describe('sorting of a table', () => {
  it('2.14 a click on the sorted column flips it', () => {
    expect(sortAfterClick({ key: 'date', direction: 'desc' }, date)).toEqual({
      key: 'date',
      direction: 'asc',
    })
    expect(sortAfterClick({ key: 'date', direction: 'asc' }, date)).toEqual({
      key: 'date',
      direction: 'desc',
    })
  })

  it('2.14 a new column starts with its default direction, descending unless the header says otherwise', () => {
    expect(sortAfterClick({ key: 'date', direction: 'desc' }, name)).toEqual({
      key: 'name',
      direction: 'asc',
    })
    expect(sortAfterClick(undefined, date)).toEqual({ key: 'date', direction: 'desc' })
    expect(defaultDirection(undefined)).toBe('desc')
  })

  it('2.14 a cell is sorted by its sortingValue, else by content that is a text or a number', () => {
    const row: TableRow = {
      key: '1',
      columns: [
        { key: 'a', columnContent: '1,184', sortingValue: 1184 },
        { key: 'b', columnContent: 'text' },
        { key: 'c', columnContent: null },
      ],
    }
    expect(['a', 'b', 'c', 'd'].map((key) => sortingValueOf(row, key))).toEqual([
      1184,
      'text',
      undefined,
      undefined,
    ])
  })
})

describe('lazy rows', () => {
  it('2.14 build their cells when they are asked for, and sort without them', () => {
    let built = 0
    const rows = lazyRows([{ id: 'a', size: 2, parts: ['x'] }], {
      key: (item) => item.id,
      columns: {
        size: {
          columnContent: (item) => {
            built++
            return `${item.size} MB`
          },
          sortingValue: (item) => item.size,
        },
        id: { columnContent: (item) => item.id },
      },
      subRows: (item) => ({
        items: item.parts,
        plan: { key: (part: string) => part, columns: { id: { columnContent: (part: string) => part } } },
      }),
      href: (item) => `/x/${item.id}`,
    })
    const row = rows[0] as TableRow
    expect(sortingValueOf(row, 'size')).toBe(2)
    expect(sortingValueOf(row, 'id')).toBe('a')
    expect(sortingValueOf(row, 'nothing')).toBeUndefined()
    expect(built).toBe(0)
    expect(row.columns.map(({ columnContent }) => columnContent)).toEqual(['2 MB', 'a'])
    expect(row.columns).toBe(row.columns)
    expect(built).toBe(1)
    expect(row.subRows?.map(({ key }) => key)).toEqual(['x'])
    expect(row.subRows).toBe(row.subRows)
    expect(row.href).toBe('/x/a')
    expect(row.onClick).toBeUndefined()
    expect(row.state).toBeUndefined()
  })
})
