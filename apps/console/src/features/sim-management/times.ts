import { text } from './texts.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Local day and time of an instant (ISO 8601 or ms): '2026-11-21' and '13:58:40'. */
export function localTime(instant: string | number): { day: string; time: string } {
  const date = new Date(instant)
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
  }
}

/** '2026-11-21 13:58:40', local. */
export function sayTime(instant: string | number): string {
  const { day, time } = localTime(instant)
  return `${day} ${time}`
}

/** How long ago, in the largest unit that fits. */
export function sayAgo(seconds: number): string {
  if (seconds < 60) return text('MomentsAgo')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return text('MinutesAgo', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return text('HoursAgo', { count: hours })
  return text('DaysAgo', { count: Math.floor(hours / 24).toLocaleString('en-US') })
}
