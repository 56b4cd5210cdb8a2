import { readInstant } from '@support-console/contract/moments.words'
import { inAscii } from '@support-console/contract/pasted'
import { culture } from '../../texts/languages.ts'
import { serverNow } from '../../ui/server-clock.ts'

const minute = 60_000
const hour = 60 * minute
const units = { s: 1000, m: minute, h: hour, d: 24 * hour, w: 7 * 24 * hour } as const

const ago = /^(\d{1,5}|an?) ?(s|sec|seconds?|m|min|minutes?|h|hr|hours?|d|days?|w|weeks?)s? ago$/i
const timed =
  /^(?:(?<day>\S.*?)(?:,? at |, | |(?<=\d)T))??(?:at )?(?<hours>\d{1,2}):(?<minutes>\d\d)(?::(?<seconds>\d\d)(?:\.\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?\(?(?<zone>Z|UTC|(?:UTC)?[+-]\d\d:?\d\d)\)?)?$/i

/** Days and times of a wall clock: this browser's, or one at a fixed distance from UTC. */
interface WallClock {
  readonly at: (year: number, month: number, day: number, ms: number) => number
  readonly day: (instant: number) => readonly [year: number, month: number, day: number, weekday: number]
}

const here: WallClock = {
  at: (year, month, day, ms) =>
    new Date(year, month, day, Math.floor(ms / hour), (ms % hour) / minute, (ms % minute) / 1000).getTime(),
  day: (instant) => {
    const date = new Date(instant)
    return [date.getFullYear(), date.getMonth(), date.getDate(), date.getDay()]
  },
}

/** @param offset in ms */
const clockAt = (offset: number): WallClock => ({
  at: (year, month, day, ms) => Date.UTC(year, month, day) + ms - offset,
  day: (instant) => {
    const date = new Date(instant + offset)
    return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()]
  },
})

/**
 * The instant that a text names, in ms: as the console or a ticket writes it, or as people say it ('03:00', 'yesterday 14:30',
 * 'Mon 14:30', '26 Nov 03:00', '2 hours ago'). Of what recurs it is the last that has passed, or the next one to
 * come where an end is asked for; a time that the clock skips is the one that it goes on with. Undefined: the text names none.
 */
export function readMoment(typed: string, now = serverNow(), isAhead = false): number | undefined {
  const said = inAscii(typed).replace(/\s+/g, ' ').trim()
  const instant = readInstant(said)
  if (instant !== undefined) return instant
  const [, count, unit] = ago.exec(said) ?? []
  if (count && unit)
    return now - (Number(count) || 1) * units[unit.charAt(0).toLowerCase() as keyof typeof units]
  const parts = timed.exec(said)?.groups
  const time = parts && timeOf(parts)
  return time === undefined
    ? undefined
    : onDay(parts?.day ?? '', time, clockOf(parts?.zone), { now, isAhead })
}

/** In ms since midnight; undefined: no clock shows it. */
function timeOf({ hours, minutes, seconds = '0', half }: Readonly<Record<string, string | undefined>>) {
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)]
  if (h > (half ? 12 : 23) || (half && h === 0) || m > 59 || s > 59) return undefined
  const ofDay = half ? (h % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : h
  return ofDay * hour + m * minute + s * 1000
}

function clockOf(zone: string | undefined): WallClock {
  if (zone === undefined) return here
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? []
  return clockAt((sign === '-' ? -1 : 1) * (Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute))
}

const names = (of: 'month' | 'weekday', count: number): readonly string[] =>
  Array.from({ length: count }, (_, nth) =>
    // The first month, and a Sunday, of 2023.
    new Date(2023, of === 'month' ? nth : 0, of === 'month' ? 1 : 1 + nth)
      .toLocaleDateString(culture, { [of]: 'long' })
      .toLowerCase(),
  )
const months = names('month', 12)
const weekdays = names('weekday', 7)
/** Which of them a word of at least three letters begins; -1: none. */
const named = (list: readonly string[], word = ''): number =>
  word.length < 3 ? -1 : list.findIndex((name) => name.startsWith(word.toLowerCase()))

const relative: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 }

interface Asked {
  readonly now: number
  readonly isAhead: boolean
}

function onDay(day: string, time: number, clock: WallClock, { now, isAhead }: Asked): number | undefined {
  const [year, month, date, weekday] = clock.day(now)
  const daysOn = (days: number) => clock.at(year, month, date + days, time)
  const nearest = (days: number, period: number) =>
    daysOn(days) > now === isAhead ? daysOn(days) : daysOn(days + (isAhead ? period : -period))
  if (day === '') return nearest(0, 1)
  const distance = relative[day.toLowerCase()]
  if (distance !== undefined) return daysOn(distance)
  const nth = named(weekdays, day)
  if (nth >= 0) return nearest(isAhead ? (nth - weekday + 7) % 7 : -((weekday - nth + 7) % 7), 7)
  const wanted = readDate(day)
  if (!wanted) return undefined
  const on = (ofYear: number) => {
    const at = clock.at(ofYear, wanted.month, wanted.date, time)
    // 30 February rolls over.
    return clock.day(at)[2] === wanted.date ? at : undefined
  }
  if (wanted.year !== undefined) return on(wanted.year)
  const thisYear = on(year)
  return thisYear !== undefined && thisYear > now === isAhead ? thisYear : on(year + (isAhead ? 1 : -1))
}

/** '2026-11-26', '26 Nov', '26 November 2026', 'Nov 26', 'Nov 26, 2026'; the month from 0. */
function readDate(day: string): { year: number | undefined; month: number; date: number } | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  const [, first, word, second, ofYear] =
    /^(?:(\d{1,2}) )?([a-z]+)\.?(?: (\d{1,2}))?(?:,? (\d{4}))?$/i.exec(day) ?? []
  if (!iso && (first === undefined) === (second === undefined)) return undefined
  const year = iso?.[1] ?? ofYear
  const month = iso ? Number(iso[2]) - 1 : named(months, word)
  if (month < 0 || month > 11) return undefined
  return {
    year: year === undefined ? undefined : Number(year),
    month,
    date: Number(iso?.[3] ?? first ?? second),
  }
}
