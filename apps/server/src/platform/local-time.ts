/** The caller's local time (D21): by the name of a zone, or by one offset in minutes east of UTC that always holds. */
export interface LocalTime {
  /** The instant at which a local day (yyyy-mm-dd) begins; in a zone that skips midnight, the first one of that day. */
  startOfDay(day: string): Date
  /** ISO 8601 with the offset that holds at that instant: 2026-11-01T01:30:00.000-04:00. */
  format(instant: Date): string
}

const minute = 60_000
const dayLength = 24 * 60 * minute

/** The day after: 2026-02-28 to 2026-03-01. */
export function nextDay(day: string): string {
  return new Date(Date.parse(day) + dayLength).toISOString().slice(0, 10)
}

/** From `from` on, before `before`; null for no bound. */
export interface InstantRange {
  from: Date | null
  before: Date | null
}

/** The instants between the beginning of the first local day and the end of the last one (D21); none with `allTime`. */
export function instantsOf(
  query: { sDate?: string | undefined; eDate?: string | undefined; allTime?: string | undefined },
  local: LocalTime,
): InstantRange {
  const { sDate, eDate, allTime } = query
  if (allTime === 'true' || sDate === undefined || eDate === undefined) return { from: null, before: null }
  return { from: local.startOfDay(sDate), before: local.startOfDay(nextDay(eDate)) }
}

export function localTimeOf(timeZone: string | undefined, offsetMinutes: number): LocalTime {
  const offsetAt = timeZone === undefined ? () => offsetMinutes : offsetsOf(timeZone)
  const local = (time: number) => new Date(time + offsetAt(time) * minute).toISOString()
  return {
    startOfDay(day) {
      // Local days only ever go forward with time, so the first instant of one is found by halving.
      let before = Date.parse(day) - 19 * 60 * minute
      let within = Date.parse(day) + 19 * 60 * minute
      while (within - before > minute) {
        const middle = before + Math.floor((within - before) / 2 / minute) * minute
        if (local(middle).slice(0, 10) >= day) within = middle
        else before = middle
      }
      return new Date(within)
    },
    format(instant) {
      const time = instant.getTime()
      return local(time).slice(0, -1) + sayOffset(offsetAt(time))
    },
  }
}

/** `-300` as -05:00. */
function sayOffset(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** The zone's offset at a time, in minutes. Zones change on the quarter hour, so one answer serves a quarter hour. */
function offsetsOf(timeZone: string): (time: number) => number {
  const names = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()
  return (time) => {
    const quarter = Math.floor(time / (15 * minute))
    let offset = known.get(quarter)
    if (offset === undefined) {
      offset = parseOffset(names.format(time))
      known.set(quarter, offset)
    }
    return offset
  }
}

/** '11/1/2026, GMT-04:00' as -240; 'GMT' alone as 0. */
function parseOffset(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
