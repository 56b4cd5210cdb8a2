/** Management that is disabled for a time: its words and its reckoning. No schemas, so that the console can carry it. */

/** So many hours are offered. */
export const disabledHours = ['1', '4'] as const
/** One press makes the time so much longer, in minutes. */
export const extensionMinutes = 60
/** So long before the end its person is told, in minutes. */
export const toldBeforeMinutes = 10
/** The longest time, in days. */
export const longestDisabledDays = 30

/** A local time as it is typed: day, and hour and minute, with a blank or a T between them. */
export const localTimePattern = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}

/**
 * The instant of a local time in a zone. Of a time that comes twice it is the first; of one that the zone leaves out, as
 * much later as the clocks are put forward.
 * @returns undefined: there is no such day or time
 */
export function instantOfLocal(local: string, timeZone: string): Date | undefined {
  const wanted = local.replace(' ', 'T')
  const asUtc = Date.parse(`${wanted}:00Z`)
  if (!localTimePattern.test(local) || Number.isNaN(asUtc)) return undefined
  // A calendar would make 2 March of 30 February.
  if (new Date(asUtc).toISOString().slice(0, 16) !== wanted) return undefined
  const [before, after] = [-1, 1].map((days) => offsetAt(asUtc + days * 86_400_000, timeZone))
  const candidates = [asUtc - Number(before), asUtc - Number(after)].sort((a, b) => a - b)
  const fits = candidates.find((time) => time + offsetAt(time, timeZone) === asUtc)
  return new Date(fits ?? asUtc - Number(before))
}

/** `2026-11-27 08:00`: an instant as the clocks of a zone show it. */
export const localOf = (instant: Date, timeZone: string): string =>
  new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone))
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

/** East of UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).format(time)
  const [, sign, hours, minutes, seconds = 0] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

/** What is wrong with the end of a time, at its field; undefined: nothing. */
export function complaintAboutEnd(
  until: string,
  timeZone: string,
  now: Date,
): { field: 'until' | 'timeZone'; message: string } | undefined {
  if (!isTimeZone(timeZone))
    return { field: 'timeZone', message: 'is not a time zone; write it like America/Toronto' }
  const instant = instantOfLocal(until, timeZone)
  if (!instant) return { field: 'until', message: 'must be a day and a time, such as 2026-11-27 08:00' }
  if (instant <= now) return { field: 'until', message: 'must be a time that is still to come' }
  if (instant.getTime() - now.getTime() > longestDisabledDays * 86_400_000)
    return { field: 'until', message: `must be within ${longestDisabledDays} days` }
  return undefined
}
