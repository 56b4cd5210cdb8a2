import { describe, expect, it } from 'vitest'
import { flatOptions, matching, nextActive, optionOf, type SelectItem } from './select-options.ts'

const items: readonly SelectItem[] = [
  { value: 'none', label: 'None' },
  {
    label: 'United States',
    options: [
      { value: 'us-1', label: 'Harbor' },
      { value: 'us-2', label: 'Great Lakes', isDisabled: true },
    ],
  },
  { label: 'Canada', options: [{ value: 'ca-1', label: 'Prairie Harbor' }] },
]

describe('5, 9 select menu', () => {
  it('5 matches a value within groups too', () => {
    expect(optionOf(items, 'ca-1')?.label).toBe('Prairie Harbor')
    expect(optionOf(items, 'xx')).toBeUndefined()
    expect(optionOf(items, undefined)).toBeUndefined()
  })

  it('2.14 search leaves out what does not fit, and groups without options', () => {
    expect(matching(items, ' HARBOR ').map((section) => [section.label, section.options.length])).toEqual([
      ['United States', 1],
      ['Canada', 1],
    ])
    expect(matching(items, 'zz')).toEqual([])
    expect(matching(items, '').flatMap((section) => section.options)).toEqual(flatOptions(items))
  })

  it('9 keys pass over disabled options; a page is five', () => {
    const options = Array.from({ length: 12 }, (_, at) => ({
      value: `${at}`,
      label: `${at}`,
      isDisabled: at === 5,
    }))
    expect(nextActive(options, 0, 'PageDown')).toBe(6)
    expect(nextActive(options, 11, 'PageUp')).toBe(6)
    expect(nextActive(options, 4, 'ArrowDown')).toBe(6)
    expect(nextActive(options, 6, 'ArrowUp')).toBe(4)
    expect(nextActive(options, 11, 'ArrowDown')).toBe(0)
    expect(nextActive(options, 0, 'ArrowUp')).toBe(11)
    expect(nextActive(options, 9, 'PageDown')).toBe(11)
    expect(nextActive(options, 3, 'Home')).toBe(0)
    expect(nextActive(options, 3, 'End')).toBe(11)
    expect(nextActive(options, 3, 'a')).toBeUndefined()
  })

  it('9 finds no way among nothing, or among disabled options only', () => {
    expect(nextActive([], -1, 'ArrowDown')).toBe(-1)
    expect(nextActive([{ value: 'a', label: 'a', isDisabled: true }], -1, 'End')).toBe(-1)
  })
})
