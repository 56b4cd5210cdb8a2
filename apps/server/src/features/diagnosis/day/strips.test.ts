import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostApartMs, partsOf, reportsIn, toldIn } from './strips.ts'

const hour = 3600_000
const until = Date.parse('2026-11-22T10:00:00.000Z')
const hours = { from: until - 24 * hour, until }
const at = (before: number) => new Date(until - before * hour)
const keptFrom = at(8 * 24)
/** A look every ten minutes, from so many hours before the end to so many. */
const looks = (from: number, to: number) =>
  Array.from({ length: (from - to) * 6 + 1 }, (_, place) => at(from - place / 6))
const said = (parts: ReturnType<typeof partsOf>) =>
  parts.map(({ from, state }) => [(until - Date.parse(from)) / hour, state])

describe('whole 4 the strips of a day', () => {
  it('hears a panel while its container answers, but for when it is away', () => {
    const absences = [{ beganAt: at(1), endedAt: null }]
    expect(said(reportsIn(hours, { absences, answeredAt: looks(25, 0), keptFrom }))).toEqual([
      [24, 'well'],
      [1, 'broken'],
    ])
  })

  it('D55 says nothing while the container told nothing, and what is no longer kept', () => {
    const answeredAt = [...looks(25, 8), ...looks(7, 0)]
    expect(said(reportsIn(hours, { absences: [], answeredAt, keptFrom }))).toEqual([
      [24, 'well'],
      [8, 'not-known'],
      [7, 'well'],
    ])
    expect(said(reportsIn(hours, { absences: [], answeredAt, keptFrom: at(12) }))[0]).toEqual([
      24,
      'not-kept',
    ])
  })

  it('holds a word of a carrier from when it was first seen to when it was last', () => {
    const changes = [
      { at: at(20), after: 'Active' },
      { at: at(2), after: 'Suspended' },
    ]
    const told = { changes, well: 'Active', keptFrom, last: { value: 'Suspended', at: at(1) } }
    expect(said(toldIn(hours, told))).toEqual([
      [24, 'not-known'],
      [20, 'well'],
      [2, 'broken'],
      [1, 'not-known'],
    ])
    expect(said(toldIn(hours, { ...told, changes: [], last: { value: 'Active', at: at(0) } }))).toEqual([
      [24, 'not-known'],
    ])
  })

  it('begins with the day, without gaps and without equal neighbours', () => {
    const time = fc.integer({ min: hours.from - hour, max: until + hour })
    const stretch = fc
      .tuple(time, time, fc.constantFrom('well' as const, 'broken' as const))
      .map(([a, b, state]) => ({ from: Math.min(a, b), until: Math.max(a, b), state, word: '' }))
    fc.assert(
      fc.property(fc.array(stretch), (stretches) => {
        const parts = partsOf(hours, stretches)
        expect(parts[0]?.from).toBe(new Date(hours.from).toISOString())
        for (const [place, part] of parts.entries()) {
          const next = parts[place + 1]
          if (next) expect(part.from < next.from && part.state !== next.state).toBe(true)
          // What a part says is what the last stretch over its beginning says.
          const begin = Date.parse(part.from)
          const over = stretches.findLast((one) => one.from <= begin && one.until > begin)
          expect(part.state).toBe(over?.state ?? 'not-known')
        }
      }),
    )
    expect(mostApartMs).toBeGreaterThan(10 * 60_000)
  })
})
