import { expect, it } from 'vitest'
import { usableZone } from './usable-zone.ts'

it('D48 falls back to the offset where Intl refuses the name of the zone', () => {
  expect(usableZone('Europe/Berlin', -60)).toBe('Europe/Berlin')
  for (const name of ['Etc/Nowhere', 'Etc/Unknown', ':UTC', 'Factory'])
    expect([-60, 0, 300, -345].map((offset) => usableZone(name, offset))).toEqual([
      'Etc/GMT-1',
      'UTC',
      'Etc/GMT+5',
      'Etc/GMT-6',
    ])
})
