/** Whether a release like 4.2.1 comes after another one, number by number. */
export function isNewer(release: string, than: string): boolean {
  const [a, b] = [numbersOf(release), numbersOf(than)]
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

const numbersOf = (release: string): number[] => release.split('.').map(Number)
