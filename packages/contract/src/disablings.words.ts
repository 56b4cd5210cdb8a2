/** Management that is disabled for a time: its words and its reckoning. No schemas, so that the console can carry it. */
import { inAscii } from './pasted.ts'

/** So many hours are offered. */
export const disabledHours = ['1', '4'] as const
/** One press makes the time so much longer, in minutes. */
export const extensionMinutes = 60
/** So long before the end its person is told, in minutes. */
export const toldBeforeMinutes = 10
/** The longest time, in days. */
export const longestDisabledDays = 30

/** A time as it is typed, or as the console shows and exports it: with seconds or without, and with its zone or without. */
const timePattern =
  /^(\d{4}-\d\d-\d\d)[ T](\d{1,2}:\d\d)(?::([0-5]\d(?:\.\d{1,9})?))?(?: ?\(?(Z|UTC|(?:UTC)?[+-]\d\d:?\d\d)\)?)?$/i

/** Its minute as if it were one of UTC, in ms, what is beyond it, and its zone's distance from UTC where it is written. */
function readTime(typed: string): { minute: number; beyond: number; offset?: number } | undefined {
  const said = inAscii(typed).replace(/\s+/g, ' ').trim()
  const [, day, clock = '', seconds = '0', zone] = timePattern.exec(said) ?? []
  const wanted = `${day}T${clock.padStart(5, '0')}`
  const minute = Date.parse(`${wanted}:00Z`)
  // A calendar would make 2 March of 30 February.
  if (Number.isNaN(minute) || new Date(minute).toISOString().slice(0, 16) !== wanted) return undefined
  const beyond = Math.floor(Number(seconds) * 1000)
  return zone === undefined ? { minute, beyond } : { minute, beyond, offset: offsetOf(zone) }
}

/** 'UTC+01:00', '-0500', 'Z', in milliseconds. */
function offsetOf(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

export const isTime = (typed: string): boolean => readTime(typed) !== undefined

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}

/**
 * The instant of a local time in a zone; the zone that is written with it counts before that one. Of a time that comes twice
 * it is the first; of one that the zone leaves out, as much later as the clocks are put forward.
 * @returns undefined: there is no such day or time
 */
export function instantOfLocal(local: string, timeZone: string): Date | undefined {
  const time = readTime(local)
  if (!time) return undefined
  const { minute, beyond, offset } = time
  if (offset !== undefined) return new Date(minute - offset + beyond)
  const [before, after] = [-1, 1].map((days) => offsetAt(minute + days * 86_400_000, timeZone))
  const candidates = [minute - Number(before), minute - Number(after)].sort((a, b) => a - b)
  const fits = candidates.find((at) => at + offsetAt(at, timeZone) === minute)
  return new Date((fits ?? minute - Number(before)) + beyond)
}

/** `2026-11-27 08:00`: an instant as the clocks of a zone show it. */
export const localOf = (instant: Date, timeZone: string): string =>
  new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone))
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

/** East of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).format(time)
  const [, sign, hours, minutes, seconds = 0] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

/** What is wrong with the end of a time, at its field; undefined: nothing. */
export function complaintAboutEnd(
  until: string,
  timeZone: string,
  now: Date,
): { field: 'until' | 'timeZone'; message: string } | undefined {
  if (!isTimeZone(timeZone))
    return { field: 'timeZone', message: 'is not a time zone; write it like America/Toronto' }
  const instant = instantOfLocal(until, timeZone)
  if (!instant) return { field: 'until', message: 'must be a day and a time, such as 2026-11-27 08:00' }
  if (instant <= now) return { field: 'until', message: 'must be a time that is still to come' }
  if (instant.getTime() - now.getTime() > longestDisabledDays * 86_400_000)
    return { field: 'until', message: `must be within ${longestDisabledDays} days` }
  return undefined
}
