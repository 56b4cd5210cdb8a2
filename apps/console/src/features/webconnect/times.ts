import { text } from './texts.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** An instant (ISO 8601 or ms) as its local day and time: '2026-11-21' and '14:05:00'. */
export function localTime(instant: string | number): { day: string; time: string } {
  const date = new Date(instant)
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
  }
}

/** How long ago, in the largest unit that fits; clocks that differ make nothing lie ahead. */
export function sayAgo(instant: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  if (minutes < 1) return text('MomentsAgo')
  if (minutes < 60) return text('MinutesAgo', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return text('HoursAgo', { count: hours })
  return text('DaysAgo', { count: Math.floor(hours / 24).toLocaleString('en-US') })
}
