import { groupIdentifier } from '../../ui/identifier-text.ts'

interface Fragment {
  /** Where it begins. */
  at: number
  shown: string
  /** It is of what was typed. */
  isFound: boolean
  /** A gap follows it for the eye. */
  endsGroup: boolean
}

/** A value in pieces: where what was typed begins and ends, and where its groups do. */
export function fragmentsOf(value: string, typed: string, isIccid: boolean): Fragment[] {
  const found = foundPart(value, typed)
  const fragments: Fragment[] = []
  let at = 0
  for (const group of isIccid ? groupIdentifier(value, 'iccid') : [value]) {
    const end = at + group.length
    const cuts = [found?.from, found?.to, end].filter((cut) => cut !== undefined && cut > at && cut <= end)
    for (const cut of new Set(cuts)) {
      const to = cut ?? end
      const isFound = found !== undefined && at >= found.from && to <= found.to
      fragments.push({ at, shown: value.slice(at, to), isFound, endsGroup: to === end && end < value.length })
      at = to
    }
  }
  return fragments
}

/** What people put between the signs of an identifier: it counts for nothing where the two are compared. */
const isGap = (sign: string): boolean => /[\s().+{}-]/.test(sign)

/**
 * Where in a value stands what was typed, however either is grouped; undefined where it stands nowhere as such.
 * @returns places in the value, the end not included
 */
function foundPart(value: string, typed: string): { from: number; to: number } | undefined {
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
