import { describe, expect, it } from 'vitest'
import { byChanceIn, lnByChance, lnOrdinarily } from './chance.ts'

/** The same by adding up all, in whole numbers. */
const choose = (n: number, k: number): bigint => {
  let result = 1n
  for (let i = 0; i < k; i++) result = (result * BigInt(n - i)) / BigInt(i + 1)
  return k > n ? 0n : result
}
function byCounting(hits: number, members: number, drawn: number, all: number): number {
  let sum = 0n
  for (let k = hits; k <= Math.min(members, drawn); k++)
    if (drawn - k <= all - members) sum += choose(members, k) * choose(all - members, drawn - k)
  return Number((sum * 10n ** 18n) / choose(all, drawn)) / 1e18
}

describe('true cause, Common cause: what chance gives', () => {
  it('is what counting all draws gives, for every small table', () => {
    for (let all = 1; all <= 12; all++)
      for (let members = 0; members <= all; members++)
        for (let drawn = 0; drawn <= all; drawn++)
          for (let hits = 0; hits <= Math.min(members, drawn); hits++)
            expect(Math.exp(lnByChance(hits, members, drawn, all))).toBeCloseTo(
              byCounting(hits, members, drawn, all),
              10,
            )
  })

  it('holds for half a million panels as for few', () => {
    expect(lnByChance(260, 369, 261, 2_000)).toBeLessThan(-300)
    expect(Math.exp(lnByChance(1, 1_030, 1, 1_631))).toBeCloseTo(1030 / 1631, 10)
    expect(lnByChance(62_000, 62_500, 62_010, 500_000)).toBeLessThan(-100_000)
    // As many as are to be expected: about half of all draws give so many.
    expect(Math.exp(lnByChance(50_000, 250_000, 100_000, 500_000))).toBeCloseTo(0.5, 1)
    expect(lnByChance(4, 3, 10, 100)).toBe(Number.NEGATIVE_INFINITY)
  })

  it('D61 of several places is what counting the draws of all of them gives', () => {
    const [one, other] = [
      { hits: 2, members: 4, drawn: 3, all: 9 },
      { hits: 1, members: 3, drawn: 4, all: 8 },
    ] as const
    const exactly = ({ members, drawn, all }: typeof one | typeof other, hits: number) =>
      byCounting(hits, members, drawn, all) - byCounting(hits + 1, members, drawn, all)
    let atLeast = 0
    for (let a = 0; a <= 3; a++)
      for (let b = 0; b <= 3; b++) if (a + b >= 3) atLeast += exactly(one, a) * exactly(other, b)
    expect(byChanceIn([one, other])).toBeCloseTo(atLeast, 10)
    expect(byChanceIn([one])).toBeCloseTo(byCounting(2, 4, 3, 9), 10)
    expect(byChanceIn([])).toBe(1)
    expect(byChanceIn([{ hits: 40, members: 40, drawn: 42, all: 340 }])).toBeLessThan(1e-9)
  })

  it('of ordinary times is the tail of the Poisson distribution', () => {
    const tail = (count: number, usual: number) => {
      let below = 0
      for (let k = 0, term = Math.exp(-usual); k < count; k++, term *= usual / k) below += term
      return 1 - below
    }
    for (const usual of [0.01, 0.5, 3, 20])
      for (const count of [0, 1, 3, 8, 25])
        expect(Math.exp(lnOrdinarily(count, usual))).toBeCloseTo(tail(count, usual), 10)
    expect(lnOrdinarily(260, 1.4)).toBeLessThan(-900)
  })
})
