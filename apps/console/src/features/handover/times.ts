import { longestShiftDays, usualShiftHours } from '@support-console/contract/handover.words'
import { plainMinute, readMoment, shortInstant } from '../../kit/moment/index.ts'
import { culture } from '../../texts/languages.ts'
import { localTime } from '../../ui/local-time.ts'
import { dayBefore, sayShortly } from '../../ui/say-when.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { text } from './texts.ts'

const hour = 3_600_000
const minute = 60_000
/** When a day's work ends. */
const eveningHour = 17

/** A time of a shift, as it is asked for: by how much is chosen, or by its ends. */
export type Choice = 'last' | 'since' | 'range'

interface ShiftTime {
  readonly choice: Choice
  /** In milliseconds; undefined: what the address says is no instant. */
  readonly from: number | undefined
  readonly to: number | undefined
  /** As the fields have them. */
  readonly fields: { readonly from: string; readonly to: string }
}

/** The end of the working day before: on a Monday that of Friday. */
export function lastEvening(now: number): number {
  const at = new Date(now)
  at.setHours(eveningHour, 0, 0, 0)
  do at.setDate(at.getDate() - 1)
  while (at.getDay() === 0 || at.getDay() === 6)
  return at.getTime()
}

export const weekdayOf = (at: number | string): string =>
  new Date(at).toLocaleDateString(culture, { weekday: 'long' })

/** An end of a shift: 'Friday 17:00' of today and the day before, else 'Friday 20 Nov 17:00'. */
export function sayEnd(at: number, now = serverNow()): string {
  const { day, time } = localTime(at)
  return `${weekdayOf(at)} ${day === dayBefore(now) ? time.slice(0, 5) : sayShortly(at, now)}`
}

/** The end of a shift that goes on until now: its minute is whole, so that what happens in it is in it. */
export const endOfNow = (now: number): number => Math.ceil(now / minute) * minute

/** What the address asks for (D25): nothing for the last hours, a beginning alone up to now, or both ends. */
export function timeOf(address: URLSearchParams, now: number): ShiftTime {
  const [from, to] = [address.get('from'), address.get('to')]
  const asField = (given: string | null, usual: number) =>
    given === null
      ? plainMinute(usual)
      : Number.isNaN(Date.parse(given))
        ? given
        : plainMinute(Date.parse(given))
  const fields = { from: asField(from, now - usualShiftHours * hour), to: asField(to, now) }
  const choice =
    from === null && to === null
      ? 'last'
      : to === null && from === shortInstant(lastEvening(now))
        ? 'since'
        : 'range'
  return { choice, fields, from: readMoment(fields.from, now), to: readMoment(fields.to, now) }
}

/** What is wrong with a beginning; undefined: nothing. */
export function complaint(from: number, to: number | undefined): string | undefined {
  if (to === undefined) return undefined
  if (from >= to) return text('NotBefore')
  return to - from > longestShiftDays * 24 * hour ? text('TooLong', { days: longestShiftDays }) : undefined
}
