/** How many letters may be wrong, by the length of the name that was meant: of a short one, a foreign name is soon near. */
const mostWrong = (name: string) => (name.length < 6 ? 0 : name.length < 10 ? 1 : 2)

/**
 * Those of `given` that are none of `known` and yet near to one of them: letters left out, added, exchanged, or in another
 * case, dashes for underscores.
 * @returns pairs of the name and the one that was likely meant
 */
export function nearNames(given: readonly string[], known: readonly string[]): [string, string][] {
  const all = new Set(known)
  return given
    .filter((name) => !all.has(name))
    .flatMap((name): [string, string][] => {
      const plain = name.toUpperCase().replaceAll('-', '_')
      const near = known
        .map((each) => ({ each, wrong: distance(plain, each) }))
        .filter(({ each, wrong }) => wrong <= mostWrong(each))
        .sort((a, b) => a.wrong - b.wrong)[0]
      return near ? [[name, near.each]] : []
    })
}

/** Letters to insert, leave out or replace, or neighbours to exchange, until one is the other. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isExchange ? Math.min(least, (before[j - 2] ?? 0) + 1) : least)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
