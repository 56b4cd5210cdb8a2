import type { Shift } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import { localTime, zoneOffset } from '../../ui/local-time.ts'
import { sayDate, sayShortly } from '../../ui/say-when.ts'
import { text } from './texts.ts'
import { sayEnd, weekdayOf } from './times.ts'
import { happened, leftOf, type Told } from './told.ts'

export interface ToldShift {
  readonly sentence: string
  /** What it rests on, and what was not looked at. */
  readonly lines: readonly string[]
  readonly tone: 'error' | 'warn' | 'ok' | 'unknown'
  readonly left: readonly Told[]
  /** By day, the newest first. */
  readonly days: readonly { readonly day: string; readonly told: readonly Told[] }[]
  /** What has no row, in numbers; empty: all has. */
  readonly folded: string
}

export interface Time {
  readonly from: number
  readonly to: number
  readonly now: number
}

/** All that is told of a shift, for the screen and for its text. */
export function tell(shift: Shift, time: Time): ToldShift {
  const left = leftOf(shift, time.now)
  const told = happened(shift, time.now).toSorted((one, other) => other.at.localeCompare(one.at))
  const days = Map.groupBy(told, ({ at }) => text('Day', { weekday: weekdayOf(at), day: sayDate(at) }))
  const failures = shift.changes.filter(({ outcome }) => outcome === 'failed').length
  const isBroken = shift.stillSilent > 0 || shift.outages.some(({ endedAt }) => endedAt === null)
  return {
    sentence: sentenceOf(shift, time, left.length, failures),
    lines: linesBelow(shift, time),
    tone: isBroken
      ? 'error'
      : failures + left.length > 0
        ? 'warn'
        : isKnown(shift, time.from)
          ? 'ok'
          : 'unknown',
    left,
    days: [...days].map(([day, of]) => ({ day, told: of })),
    folded: foldedOf(shift),
  }
}

/** '63 hours: 2 outages, all over, 2 panels still silent; 2 changes; 1 failure; 2 things to go on with.' */
function sentenceOf(shift: Shift, { from, to }: Time, left: number, failures: number): string {
  const changes = shift.changes.length - failures
  const counted = text('CountChanges', { count: changes })
  const parts = [
    shift.withheld.includes('outages') ? '' : sayOutages(shift, from),
    shift.hasMore ? text('Atleast', { what: counted }) : counted,
    failures > 0 ? text('CountFailures', { count: failures }) : '',
    left > 0 ? text('CountLeft', { count: left }) : '',
  ]
  const hours = Math.max(1, Math.round((to - from) / 3_600_000))
  return text('Sentence', { hours, parts: parts.filter(Boolean).join('; ') })
}

/** What is known only from so long after the beginning is not known of all of it (D55). */
const lateMs = 1_800_000

/** Whether WebConnect was heard from the beginning on. */
const isKnown = ({ silent }: Shift, from: number): boolean =>
  silent?.points[0] !== undefined && Date.parse(silent.points[0].at) - from <= lateMs

function sayOutages(shift: Shift, from: number): string {
  const { outages, silent, stillSilent } = shift
  const open = outages.filter(({ endedAt }) => endedAt === null).length
  const count = outages.length
  if (count === 0) {
    const [first] = silent?.points ?? []
    if (!first) return text('OutagesNotKnown')
    return isKnown(shift, from) ? text('NoOutage') : text('NoOutageSince', { time: sayShortly(first.at) })
  }
  const said =
    count === 1
      ? text(open === 0 ? 'OneOver' : 'OneLasts')
      : open === 0
        ? text('AllOver', { count })
        : text('SomeLast', { count, open })
  return stillSilent === 0 ? said : `${said}, ${text('StillSilent', { count: stillSilent })}`
}

/** From when to when, what was scanned of the SIMs, whose accounts are meant, and what is hidden. */
function linesBelow({ scans, who, accounts, withheld }: Shift, { from, to, now }: Time): string[] {
  const period = {
    from: sayEnd(from, now),
    to: sayEnd(to, now),
    zone: zoneOffset(new Date(to)),
  }
  const missed = [...Map.groupBy(scans?.missed ?? [], ({ at }) => at)].map(([at, lanes]) =>
    text('ScanMissed', {
      time: sayShortly(at, now),
      carriers: lanes.map(({ carrier }) => carrierNames[carrier]).join(', '),
    }),
  )
  const scanned = scans && (scans.count === 0 ? text('NoScan') : text('Scans', { count: scans.count }))
  const newest = accounts.at(-1)
  const account =
    who === '' || accounts.length === 1
      ? ''
      : newest
        ? text('NewAccount', { who, count: accounts.length, time: sayShortly(newest.since, now) })
        : text('NoAccount', { who })
  return [
    [text('Period', period), scanned, ...missed].filter(Boolean).join(' '),
    account,
    withheld.map((what) => text(hidden[what])).join(' '),
  ].filter(Boolean)
}

const hidden = {
  changes: 'WithheldChanges',
  outages: 'WithheldOutages',
  watches: 'WithheldWatches',
  notes: 'WithheldNotes',
  scans: 'WithheldScans',
} as const satisfies Record<Shift['withheld'][number], string>

function foldedOf({ folded }: Shift): string {
  if (!folded) return ''
  const { callbacks, answersOfNone, robot } = folded
  return [
    robot > 0 && text('RobotFolded', { count: robot }),
    callbacks > 0 && text('CallbacksFolded', { count: callbacks }),
    callbacks > 0 && answersOfNone > 0 && text('AnswersOfNone', { count: answersOfNone }),
  ]
    .filter(Boolean)
    .join('; ')
}

/** '14:05:10', of what lasted '14:05–16:20'. */
export function sayTimes({ at, until }: Told): string {
  const { time } = localTime(at)
  return until === undefined || until === null
    ? time
    : `${time.slice(0, 5)}–${localTime(until).time.slice(0, 5)}`
}
