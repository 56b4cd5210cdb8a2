import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { complaintAboutWaves, isWithinHours, sizesOf } from './waves.words.ts'

describe('D61 the plan of a release in waves', () => {
  it.each([
    [[1, 4], 'number', 20, [1, 4, 15]],
    [[20], 'number', 20, [20]],
    [[10, 40], 'share', 20, [2, 8, 10]],
    [[10, 90], 'share', 3, [1, 2]],
    [[1, 1], 'share', 4, [1, 0, 3]],
  ] as const)('%j by %s of %i servers are waves of %j', (waves, wavesBy, servers, sizes) => {
    expect(sizesOf({ waves, wavesBy }, servers)).toEqual(sizes)
  })

  it('has each server in one wave, whatever is asked for, where it is not refused', () => {
    const plan = fc.record({
      waves: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
      wavesBy: fc.constantFrom('number' as const, 'share' as const),
      budget: fc.integer({ min: 0, max: 200 }),
      budgetBy: fc.constantFrom('number' as const, 'share' as const),
      hours: fc.constant(null),
      errorsAllowed: fc.nat(3),
    })
    const panels = fc.array(fc.option(fc.nat(120)), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(plan, panels, (asked, counts) => {
        const servers = counts.map((count, at) => ({ server: `csr-${at}`, panels: count }))
        if (complaintAboutWaves(asked, servers, 1000)) return
        const sizes = sizesOf(asked, servers.length)
        expect(Math.min(...sizes)).toBeGreaterThan(0)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(servers.length)
      }),
    )
  })

  it('knows its hours in their zone, over midnight too', () => {
    const hours = { from: '22:00', to: '04:00', timeZone: 'America/Toronto' }
    const at = (time: string) => isWithinHours(hours, new Date(`2026-11-28T${time}:00Z`))
    expect([at('02:59'), at('03:00'), at('08:59'), at('09:00')]).toEqual([false, true, true, false])
    const day = { from: '09:00', to: '17:00', timeZone: 'UTC' }
    expect(isWithinHours(day, new Date('2026-11-28T17:00:00Z'))).toBe(false)
    expect(isWithinHours(day, new Date('2026-11-28T09:00:00Z'))).toBe(true)
  })
})
