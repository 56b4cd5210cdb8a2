import { plainTime } from '../../ui/local-time.ts'

/** '2026-11-26 08:00' on the wall clock of this browser's zone. */
export const plainMinute = (instant: string | number): string => plainTime(instant).slice(0, 16)

/** The instant that such a text names, in milliseconds; undefined: it names none. */
export function readMinute(typed: string): number | undefined {
  const [, year, month, day, hours, minutes] =
    /^\s*(\d{4})-(\d\d)-(\d\d)[ T]+(\d\d):(\d\d)\s*$/.exec(typed)?.map(Number) ?? []
  if (year === undefined || month === undefined || hours === undefined) return undefined
  const date = new Date(year, month - 1, day, hours, minutes)
  // A time that the clock skips is read as the one that it goes on with.
  const isReal = date.getMonth() === month - 1 && date.getDate() === day && hours < 24 && (minutes ?? 60) < 60
  return isReal ? date.getTime() : undefined
}

/** '2026-11-26T08:00Z', as addresses have it. */
export const shortInstant = (instant: number): string => `${new Date(instant).toISOString().slice(0, 16)}Z`
