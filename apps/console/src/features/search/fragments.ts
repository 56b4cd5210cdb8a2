import { groupIdentifier } from '../../ui/identifier-text.ts'
import { foundPart } from './found-part.ts'

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
