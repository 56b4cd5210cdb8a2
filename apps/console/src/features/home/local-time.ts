const two = (value: number) => String(value).padStart(2, '0')

/** An instant on the wall clock of this browser's zone: `2026-11-21`, `15:04:12`, and the whole for machines. */
export function localParts(instant: Date): { date: string; time: string; iso: string } {
  const date = `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`
  const time = `${two(instant.getHours())}:${two(instant.getMinutes())}:${two(instant.getSeconds())}`
  return { date, time, iso: instant.toISOString() }
}

/** The zone's distance from UTC at that instant, with a true minus sign: `UTC−05:00`. */
export function zoneOffset(instant: Date): string {
  const minutes = -instant.getTimezoneOffset()
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
