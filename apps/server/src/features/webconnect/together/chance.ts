/**
 * What chance gives, as natural logarithms: with thousands of panels the figures themselves are too small for a number.
 * Fisher's exact test (the tail of the hypergeometric distribution) compares a scope with those outside; the tail of the Poisson
 * distribution compares a time with ordinary times. Both one-sided.
 */

/** ln n!: exact up to 256 by adding, then by Stirling's series, whose error is below 1e-14. */
function lnFactorial(n: number): number {
  const tabulated = small[n]
  if (tabulated !== undefined) return tabulated
  const inverse = 1 / (n + 1)
  return (
    (n + 0.5) * Math.log(n + 1) -
    (n + 1) +
    0.5 * Math.log(2 * Math.PI) +
    inverse / 12 -
    inverse ** 3 / 360 +
    inverse ** 5 / 1260
  )
}
const small = [0]
for (let n = 1; n <= 256; n++) small.push((small[n - 1] ?? 0) + Math.log(n))

const lnChoose = (n: number, k: number) => lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k)

/** Adds what follows while it counts: each term is its forerunner times `ratio`. */
function lnTail(first: number, from: number, to: number, ratio: (k: number) => number): number {
  let [sum, term] = [1, 1]
  for (let k = from; k < to; k++) {
    term *= ratio(k)
    sum += term
    if (term < sum * 1e-12 && ratio(k + 1) < 1) break
  }
  return first + Math.log(sum)
}

/**
 * How probable it is that of `drawn` out of `all`, drawn blindly, `hits` or more are among the `members`.
 * @returns ln of it; 0: certain
 */
export function lnByChance(hits: number, members: number, drawn: number, all: number): number {
  const least = Math.max(0, drawn + members - all)
  if (hits <= least) return 0
  if (hits > Math.min(members, drawn)) return Number.NEGATIVE_INFINITY
  const first = lnChoose(members, hits) + lnChoose(all - members, drawn - hits) - lnChoose(all, drawn)
  const ratio = (k: number) => ((members - k) * (drawn - k)) / ((k + 1) * (all - members - drawn + k + 1))
  return Math.min(0, lnTail(first, hits, Math.min(members, drawn), ratio))
}

/** Those of one place that are drawn, and how many of them are members. */
interface Drawn {
  hits: number
  members: number
  drawn: number
  all: number
}

/** How probable it is that so many hits, or more, come together in all of these places by chance; 1: certain. */
export function byChanceIn(places: readonly Drawn[]): number {
  // Of each sum of hits how probable it is.
  let sums = [1]
  for (const { members, drawn, all } of places) {
    const tails = Array.from({ length: Math.min(members, drawn) + 2 }, (_, k) =>
      Math.exp(lnByChance(k, members, drawn, all)),
    )
    const next = new Array<number>(sums.length + tails.length - 2).fill(0)
    for (const [i, sum] of sums.entries())
      for (let k = 0; k + 1 < tails.length; k++)
        next[i + k] = (next[i + k] ?? 0) + sum * ((tails[k] ?? 0) - (tails[k + 1] ?? 0))
    sums = next
  }
  const hits = places.reduce((sum, place) => sum + place.hits, 0)
  return Math.min(
    1,
    sums.slice(hits).reduce((sum, probable) => sum + probable, 0),
  )
}

/**
 * How probable `count` or more are where `usual` are usual.
 * @returns ln of it; 0: certain
 */
export function lnOrdinarily(count: number, usual: number): number {
  if (count <= 0) return 0
  const first = count * Math.log(usual) - usual - lnFactorial(count)
  return Math.min(
    0,
    lnTail(first, count, count + 100_000, (k) => usual / (k + 1)),
  )
}
