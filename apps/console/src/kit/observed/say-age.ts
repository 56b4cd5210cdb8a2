import { observed } from '../../texts/en-US/observed.ts'
import { textsOf } from '../../texts/text.ts'
import { localTime } from '../../ui/local-time.ts'

const text = textsOf(observed)

/** How old: s to 59, min to 59, h to 23, d to 30, then the date (brief, source and age). Seconds go in fives. */
export function sayAge(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 60) return text('SecondsAgo', { count: seconds - (seconds % 5) })
  if (seconds < 3600) return text('MinutesAgo', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return text('HoursAgo', { count: Math.floor(seconds / 3600) })
  if (seconds <= 30 * 86_400) return text('DaysAgo', { count: Math.floor(seconds / 86_400) })
  return localTime(at).day
}
