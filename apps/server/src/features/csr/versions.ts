/** What a release may be called: 5.0.0, 4.2, 5.1.0-rc.2, 5.0.0+build.7. */
export const releasePattern =
  /^\d{1,9}(\.\d{1,9}){0,3}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z.-]+)?$/

/**
 * Compares two releases as Semantic Versioning 2.0.0, 11 does, with one to four numbers: number by number, one with a
 * suffix (-rc.1) before the one without, builds (+7) aside.
 * @returns below 0 when `a` comes before `b`
 */
export function compareReleases(a: string, b: string): number {
  const [first, second] = [partsOf(a), partsOf(b)]
  return (
    compareLists(first.numbers, second.numbers, '0') ||
    Number(first.suffix === '') - Number(second.suffix === '') ||
    compareLists(first.suffix.split('.'), second.suffix.split('.'), undefined)
  )
}

function partsOf(release: string): { numbers: string[]; suffix: string } {
  const [plain = ''] = release.split('+', 1)
  const at = plain.indexOf('-')
  const numbers = at < 0 ? plain : plain.slice(0, at)
  return { numbers: numbers.split('.'), suffix: at < 0 ? '' : plain.slice(at + 1) }
}

/** `missing`: what stands where one list has ended; undefined: the shorter one comes first. */
function compareLists(a: readonly string[], b: readonly string[], missing: string | undefined): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left, right] = [a[i] ?? missing, b[i] ?? missing]
    if (left === undefined || right === undefined) return a.length - b.length
    const difference = compareIdentifiers(left, right)
    if (difference !== 0) return difference
  }
  return 0
}

/** Numbers by their value and before words; words by their characters. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isNumber && isOtherNumber) return Number(a) - Number(b)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}
