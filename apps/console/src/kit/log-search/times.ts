import { serverNow } from '../../ui/server-clock.ts'
/** 2026-11-01T01:30:00.000-04:00 as its day, its time to the second, and its offset. */
export function timeParts(iso: string): { day: string; time: string; offset: string } {
  const offset = /(?:Z|[+-]\d\d:\d\d)$/.exec(iso)?.[0] ?? 'Z'
  return { day: iso.slice(0, 10), time: iso.slice(11, 19), offset: offset === 'Z' ? '+00:00' : offset }
}

/** '2026-11-01 01:30:00' */
export function plainTime(iso: string): string {
  const { day, time } = timeParts(iso)
  return `${day} ${time}`
}

/** The offset as it is printed, with a minus sign instead of a hyphen: −04:00. */
export const printedOffset = (offset: string): string => offset.replace('-', '−')

/** The browser's own offset at present: +01:00. */
export function offsetNow(now = new Date(serverNow())): string {
  const minutes = 0 - now.getTimezoneOffset()
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** '2026-11-01 01:30:00 -04:00', as files have a local time (D44) */
export const timeWithOffset = (iso: string): string => `${plainTime(iso)} ${timeParts(iso).offset}`
