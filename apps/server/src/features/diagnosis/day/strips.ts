import type { DayPart, DayPartState } from '@support-console/contract'

/** Some hours, in ms. */
export interface Hours {
  from: number
  until: number
}

/** What was so in a part of them, in ms. Of those that overlap the later in the list holds. */
export interface Stretch extends Hours {
  state: DayPartState
  word: string
}

/** A container that answered within this time before is not known to have been silent; its looks are kept every 10 minutes. */
export const mostApartMs = 15 * 60_000

/** The parts of a strip, without a gap: what nothing is known of is not known. */
export function partsOf({ from, until }: Hours, stretches: readonly Stretch[]): DayPart[] {
  const inside = stretches.filter((stretch) => stretch.until > from && stretch.from < until)
  const cuts = [from, ...inside.flatMap((stretch) => [stretch.from, stretch.until])]
    .filter((cut) => cut >= from && cut < until)
    .toSorted((a, b) => a - b)
  const parts: DayPart[] = []
  for (const cut of new Set(cuts)) {
    const { state, word } = inside.findLast((one) => one.from <= cut && one.until > cut) ?? nothing
    const last = parts.at(-1)
    if (last?.state !== state || last.word !== word)
      parts.push({ from: new Date(cut).toISOString(), state, word })
  }
  return parts
}
const nothing = { state: 'not-known', word: '' } as const

/** Whether a panel was heard: while its container answered, but for when it was away (D55: of a silent container nothing is said). */
export function reportsIn(
  hours: Hours,
  {
    absences,
    answeredAt,
    keptFrom,
  }: {
    absences: readonly { beganAt: Date; endedAt: Date | null }[]
    answeredAt: readonly Date[]
    keptFrom: Date
  },
): DayPart[] {
  const heard = answeredAt.map((at, place): Stretch => {
    const next = answeredAt[place + 1]?.getTime() ?? hours.until
    const end = next - at.getTime() > mostApartMs ? at.getTime() : next
    return { from: at.getTime(), until: end, state: 'well', word: '' }
  })
  const away = absences.map(
    ({ beganAt, endedAt }): Stretch => ({
      ...{ from: beganAt.getTime(), until: endedAt?.getTime() ?? hours.until },
      ...{ state: 'broken', word: '' },
    }),
  )
  return partsOf(hours, [...heard, ...away, notKept(keptFrom.getTime())])
}

const notKept = (until: number): Stretch => ({ from: 0, until, state: 'not-kept', word: '' })

/** What a source said of one field. */
export interface Told {
  /** The oldest first; `before`, `after`: empty, it told none. */
  changes: readonly { at: Date; after: string }[]
  /** What it said last, and when. */
  last: { value: string; at: Date } | null
  /** What is a good word. */
  well: string
  keptFrom: Date
}

/** Since when it was seen to say something, until it was seen to say another; after its last word nothing is known. */
export function toldIn(hours: Hours, { changes, last, well, keptFrom }: Told): DayPart[] {
  const heldUntil = last ? Math.max(last.at.getTime(), holdsOn(last.at.getTime(), hours)) : 0
  const seen = [...changes.map(({ at, after }) => ({ at: at.getTime(), value: after }))]
  const first = seen[0]?.at ?? Number.POSITIVE_INFINITY
  if (last && seen.length === 0 && last.at.getTime() < first)
    seen.push({ at: last.at.getTime(), value: last.value })
  const stretches = seen.flatMap(({ at, value }, place): Stretch[] => {
    const until = seen[place + 1]?.at ?? heldUntil
    return value === '' ? [] : [{ from: at, until, state: value === well ? 'well' : 'broken', word: value }]
  })
  return partsOf(hours, [...stretches, notKept(keptFrom.getTime())])
}

/** A word of the last quarter of an hour is one of now. */
const holdsOn = (at: number, { until }: Hours): number => (until - at <= mostApartMs ? until : at)
