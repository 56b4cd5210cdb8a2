/** The kinds of identifiers that are grouped for the eye, and all others. */
export type IdentifierKind = 'iccid' | 'imei' | 'guid' | 'other'

const groupSizes: Partial<Record<IdentifierKind, readonly number[]>> = {
  iccid: [4, 4, 4, 4],
  imei: [2, 6, 6, 1],
}

/**
 * An identifier cut where the eye wants a gap: ICCID 4-4-4-4-rest, IMEI 2-6-6-1, others whole. Joined, the parts
 * are the bare value again (D29).
 */
export function groupIdentifier(value: string, kind: IdentifierKind): readonly string[] {
  const sizes = groupSizes[kind]
  if (!sizes || !/^\d+$/.test(value)) return [value]
  const groups: string[] = []
  let rest = value
  for (const size of sizes) {
    if (rest === '') break
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  if (rest !== '') groups.push(rest)
  return groups
}

/** How many characters of its beginning and of its end stand in the short form. */
export const seenOf = (kind: IdentifierKind): readonly [head: number, tail: number] =>
  kind === 'guid' ? [8, 4] : [4, 4]

/** The short form for sentences: 8901…0013; for a GUID 79e8af3e…61ff. Short values stay whole. */
export function shortIdentifier(value: string, kind: IdentifierKind = 'other'): string {
  const [head, tail] = seenOf(kind)
  return value.length <= head + tail + 1 ? value : `${value.slice(0, head)}…${value.slice(-tail)}`
}
