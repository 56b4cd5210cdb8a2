import { durations } from '../texts/en-US/durations.ts'
import { culture } from '../texts/languages.ts'
import { textsOf } from '../texts/text.ts'
import { localTime, zoneOffset } from './local-time.ts'
import { serverNow } from './server-clock.ts'

const text = textsOf(durations)

/** '25 November', with its year where that is not this one. */
export const sayDate = (instant: string | number, now = serverNow()): string => dateOf(instant, 'long', now)

/** '08:08' of today, 'yesterday 08:08', else '19 Nov 08:08': where the zone stands nearby. */
export function sayShortly(instant: string | number, now = serverNow()): string {
  const { day, time } = localTime(instant)
  const minute = time.slice(0, 5)
  if (day === localTime(now).day) return minute
  if (day === dayBefore(now)) return text('Yesterday', { time: minute })
  return `${dateOf(instant, 'short', now)} ${minute}`
}

/** '26 Nov, 03:00', with its year where that is not this one. */
export const sayMoment = (instant: string | number, now = serverNow()): string =>
  `${dateOf(instant, 'short', now)}, ${localTime(instant).time.slice(0, 5)}`

/** '26 Nov 2026, 03:00 (UTC−05:00)' */
export const sayMomentInFull = (instant: string | number): string =>
  `${sayMoment(instant, 0)} (${zoneOffset(new Date(instant))})`

/** The day before that of an instant; 24 hours before it may be another one. */
export function dayBefore(instant: string | number): string {
  const date = new Date(instant)
  date.setDate(date.getDate() - 1)
  return localTime(date).day
}

function dateOf(instant: string | number, month: 'long' | 'short', now: number): string {
  const date = new Date(instant)
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${date.getDate()} ${date.toLocaleDateString(culture, { month })}${year}`
}
