/**
 * The zone by which days are told here: the browser's own name of it, or, where Intl refuses that name (D48), the whole hours
 * of the offset.
 * @param offsetMinutes as `getTimezoneOffset` gives it: minutes behind UTC
 */
export function usableZone(name: string, offsetMinutes: number): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    const hours = Math.round(offsetMinutes / 60)
    return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : '-'}${Math.abs(hours)}`
  }
}
