import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasGrown } from './drift.ts'

/** Even chances from a seed. */
const chancesOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

it('fleet 4 a quiet fleet, where as many come as go, has not grown in any of its nights', () => {
  const fleet = fc.record({
    things: fc.integer({ min: 0, max: 400 }),
    days: fc.integer({ min: 14, max: 90 }),
    seed: fc.nat(),
  })
  fc.assert(
    fc.property(fleet, ({ things, days, seed }) => {
      const chance = chancesOf(seed)
      const happens = (tries: number) =>
        Array.from({ length: tries }, chance).filter((each) => each < 1 / days).length
      let count = things
      for (let night = 0; night < 30; night++) {
        const before = count
        count += happens(things) - happens(before)
        expect(hasGrown(before, count), `${before} to ${count}`).toBe(false)
      }
    }),
    { seed: 42, numRuns: 40 },
  )
})

it.each([
  [108, 131, true],
  [0, 5, true],
  [0, 4, false],
  [2_906, 2_950, false],
  [131, 108, false],
])('fleet 4 from %i to %i: %s', (before, count, is) => {
  expect(hasGrown(before, count)).toBe(is)
})
