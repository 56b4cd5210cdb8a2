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
