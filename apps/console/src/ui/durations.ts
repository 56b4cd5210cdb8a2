import { durations } from '../texts/en-US/durations.ts'
import { textsOf } from '../texts/text.ts'
import { localTime } from './local-time.ts'
import { serverNow } from './server-clock.ts'

const text = textsOf(durations)

/**
 * How old: s to 59, min to 59, h to 23, d to 30, then the date (brief, source and age). Seconds go in fives; clocks that differ
 * make nothing lie ahead.
 */
export function sayAge(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 60) return text('SecondsAgo', { count: seconds - (seconds % 5) })
  if (seconds < 3600) return text('MinutesAgo', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return text('HoursAgo', { count: Math.floor(seconds / 3600) })
  if (seconds <= 30 * 86_400) return text('DaysAgo', { count: Math.floor(seconds / 86_400) })
  return localTime(at).day
}

/** The same of what is not shown again each second: nothing is counted below a minute. */
export function sayAgo(instant: string | number, now = serverNow()): string {
  const at = new Date(instant).getTime()
  return now - at < 60_000 ? text('MomentsAgo') : sayAge(at, now)
}

/** '12 s', '4 min 30 s', '1 h 5 min' between two instants. */
export function sayDuration(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  if (seconds < 60) return text('Seconds', { seconds })
  if (seconds < 3600)
    return text('MinutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
  return text('HoursMinutes', {
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
  })
}
