import type { Change, Day, DayPart, DayStrip } from '@support-console/contract'
import type { DayStripKind } from '@support-console/contract/days.words'
import { localTime, zoneOffset } from '../../../ui/local-time.ts'
import { sayShortly } from '../../../ui/say-when.ts'
import { serverNow } from '../../../ui/server-clock.ts'
import { sayLocally } from '../said.ts'
import { text } from '../texts.ts'
import { clockChange } from './axis.ts'

const minute = (at: string | number) => localTime(at).time.slice(0, 5)

export const stripNames = {
  panel: { reports: 'DayReports', state: 'DayState', session: 'DaySimSession' },
  sim: { reports: 'DayReports', state: 'DayState', session: 'DaySession' },
} as const satisfies Record<string, Record<DayStripKind, string>>

/** 'silent', 'Suspended', 'not known' */
export function sayPart(kind: DayStripKind, { state, word }: DayPart): string {
  if (state === 'not-known') return text('DayNotKnown')
  if (state === 'not-kept') return text('DayNotKept')
  if (kind === 'reports') return text(state === 'well' ? 'DayHeard' : 'DaySilent')
  return word
}

/** 'UTC+01:00 · 28 Nov 13:21 to now'; with both zones, and when, where the clock was changed in between. */
export function sayTimeOf(from: number, until: number, isNow: boolean): string {
  const change = clockChange(from, until)
  const zone = zoneOffset(new Date(from))
  const zones =
    change === null
      ? zone
      : text('DayZones', { zone, later: zoneOffset(new Date(until)), time: sayShortly(change) })
  const end = isNow ? text('DayNow') : sayShortly(until)
  return text('DayTime', { zones, from: sayShortly(from), until: end })
}

/** '17:58 AT&T: SIM status Active → Suspended'; who did it, where that is told. */
export function sayChange({ at, what, who }: Change): string {
  const said = sayLocally(what).replace(/\.$/, '')
  return who ? text('DayChangeBy', { time: sayShortly(at), what: said, who }) : `${sayShortly(at)} ${said}`
}

/** Of a strip what was so at an instant, and since when as far as the day shows it. */
function partAt({ parts }: DayStrip, at: number): DayPart | undefined {
  return parts.findLast(({ from }) => Date.parse(from) <= at)
}

/** '03:00: Reports: silent since 02:10; Session: Offline since 02:08' */
export function sayMomentOf({ strips, from }: Day, kind: 'panel' | 'sim', at: number): string {
  const known = strips.flatMap((strip) => {
    const part = partAt(strip, at)
    if (!part) return []
    const said = { name: text(stripNames[kind][strip.kind]), word: sayPart(strip.kind, part) }
    const begins = part.from > from && (part.state === 'well' || part.state === 'broken')
    return [text(begins ? 'DayWasSince' : 'DayWas', { ...said, since: minute(part.from) })]
  })
  return `${sayShortly(at)}: ${known.join('; ')}`
}

/** So many are named in words; the others have their ticks. */
const mostNamed = 2

/** Those nearest to the beginning of the silence, those before it first. */
export function namedOf(changes: readonly Change[], silence: string | null): Change[] {
  const end = silence ?? new Date(serverNow()).toISOString()
  const isAfter = ({ at }: Change) => at > end
  const distance = ({ at }: Change) => Math.abs(Date.parse(at) - Date.parse(end))
  return changes
    .toSorted((a, b) => Number(isAfter(a)) - Number(isAfter(b)) || distance(a) - distance(b))
    .slice(0, mostNamed)
}
