/** What people put between the signs of an identifier: it counts for nothing where the two are compared. */
const isGap = (sign: string): boolean => /[\s().+{}-]/.test(sign)

/**
 * Where in a value stands what was typed, however either is grouped; undefined where it stands nowhere as such.
 * @returns places in the value, the end not included
 */
export function foundPart(value: string, typed: string): { from: number; to: number } | undefined {
  const places: number[] = []
  let signs = ''
  for (let at = 0; at < value.length; at++) {
    const sign = value.charAt(at)
    if (isGap(sign)) continue
    places.push(at)
    signs += sign.toLowerCase()
  }
  const wanted = [...typed]
    .filter((sign) => !isGap(sign))
    .join('')
    .toLowerCase()
  // An identifier is told apart at its end; a name at its beginning.
  const found = /\d$/.test(wanted) ? signs.lastIndexOf(wanted) : signs.indexOf(wanted)
  const [from, to] = [places[found], places[found + wanted.length - 1]]
  return wanted === '' || from === undefined || to === undefined ? undefined : { from, to: to + 1 }
}
