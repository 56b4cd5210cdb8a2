import { durations } from '../texts/en-US/durations.ts'
import { culture } from '../texts/languages.ts'
import { textsOf } from '../texts/text.ts'

const text = textsOf(durations)

/** How long ago, in the largest unit that fits; clocks that differ make nothing lie ahead. */
export function sayAgo(instant: string | number, now = Date.now()): string {
  const minutes = Math.floor((now - new Date(instant).getTime()) / 60_000)
  if (minutes < 1) return text('MomentsAgo')
  if (minutes < 60) return text('MinutesAgo', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return text('HoursAgo', { count: hours })
  return text('DaysAgo', { count: Math.floor(hours / 24).toLocaleString(culture) })
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
