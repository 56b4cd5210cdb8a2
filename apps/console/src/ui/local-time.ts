import { serverNow } from './server-clock.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** An instant (ISO 8601, ms or a Date) on the wall clock of this browser's zone: '2026-11-21' and '14:05:00'. */
export function localTime(instant: string | number | Date): { day: string; time: string } {
  const date = new Date(instant)
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
  }
}

/** '2026-11-21 14:03:58', for a file whose head names the zone. */
export function plainTime(instant: string | number): string {
  const { day, time } = localTime(instant)
  return `${day} ${time}`
}

const withZone = (time: string, instant: string | number) => `${time} ${zoneOffset(new Date(instant))}`

/** '2026-11-21 14:03:58 UTC−05:00' */
export const sayTime = (instant: string | number): string => withZone(plainTime(instant), instant)

/** '2026-11-21 14:03 UTC−05:00' */
export const sayMinute = (instant: string | number): string =>
  withZone(plainTime(instant).slice(0, 16), instant)

/** '14:03:58 UTC−05:00' of today, else with its day. */
export function sayTimeToday(instant: string | number, now = serverNow()): string {
  const { day, time } = localTime(instant)
  return day === localTime(now).day ? withZone(time, instant) : sayTime(instant)
}

/** The zone's distance from UTC at that instant, with a true minus sign: `UTC−05:00`. */
export function zoneOffset(instant: Date): string {
  const minutes = -instant.getTimezoneOffset()
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
