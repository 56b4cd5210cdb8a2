import { describe, expect, it } from 'vitest'
import { asOf, hasPast } from './moments.words.ts'

describe('kept state pages of the past', () => {
  it.each(['/', '/fleet', '/sims/89', '/panels/CBS0000001', '/companies/2', '/companies/2/panels'])(
    'kept state %s has a past',
    (path) => {
      expect(hasPast(path)).toBe(true)
      const then = asOf(`${path}?show=wrong&to=now`, '2026-11-26T03:00-05:00')
      expect(Object.fromEntries(new URL(then, 'https://console').searchParams)).toEqual({
        show: 'wrong',
        at: '2026-11-26T03:00-05:00',
      })
      expect(asOf(then, null)).toBe(`${path}?show=wrong`)
      expect(asOf(path, null)).toBe(path)
    },
  )
  it.each(['/fleet/reports', '/panel-management', '/transactions/1', '/companies'])(
    'kept state %s has none and stays as it is',
    (path) => expect(asOf(`${path}?show=wrong`, '2026-11-26T08:00Z')).toBe(`${path}?show=wrong`),
  )
})
