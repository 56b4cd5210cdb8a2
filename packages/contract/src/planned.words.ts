import { instantOfLocal, isTime, isTimeZone } from './disablings.words.ts'
import type { OutageScope } from './faults.words.ts'

/** Planned work: an outage that is expected. Imports no schema, so that the console can carry it. */

/** What work can be planned on. */
export const plannedScopes = [
  'container',
  'company',
  'csr',
  'carrier',
  'webconnect',
] as const satisfies readonly OutageScope[]
export type PlannedScope = (typeof plannedScopes)[number]

/** One time of planned work lasts for at most so many hours, and it is planned for at most so many days. */
export const longestPlannedHours = 72
const longestPlannedDays = 366
const [minuteMs, dayMs] = [60_000, 86_400_000]

/** When work is planned: local times of a zone, `2026-11-29 02:00`. */
export interface PlannedTimes {
  from: string
  to: string
  timeZone: string
  isWeekly: boolean
  /** UTC, ISO 8601: no time of it begins later; null: it happens once. */
  until: string | null
}

export interface PlannedTime {
  from: Date
  to: Date
}

/** The same clock so many weeks later; undefined: no such day. */
function weeksLater(local: string, weeks: number): string {
  const day = new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) + weeks * 7 * dayMs)
  return day.toISOString().slice(0, 10) + local.slice(10)
}

function timeOf({ from, to, timeZone }: PlannedTimes, weeks: number): PlannedTime | undefined {
  const [begins, ends] = [from, to].map((local) => instantOfLocal(weeksLater(local, weeks), timeZone))
  return begins && ends && ends > begins ? { from: begins, to: ends } : undefined
}

/** The time of planned work that an instant is in, or else the next one; undefined: none is left. A week has the same clock in its zone. */
export function plannedTimeAt(times: PlannedTimes, now: Date): PlannedTime | undefined {
  const first = timeOf(times, 0)
  if (!first) return undefined
  if (!times.isWeekly) return now < first.to ? first : undefined
  const passed = Math.max(0, Math.floor((now.getTime() - first.to.getTime()) / (7 * dayMs)))
  for (let weeks = passed; weeks <= passed + 2; weeks++) {
    const time = timeOf(times, weeks)
    if (time && now < time.to)
      return times.until !== null && time.from.toISOString() > times.until ? undefined : time
  }
  return undefined
}

/** Whether an instant is within it. */
export const isPlannedNow = (times: PlannedTimes, now: Date): PlannedTime | undefined => {
  const time = plannedTimeAt(times, now)
  return time && time.from <= now ? time : undefined
}

/** What is wrong with times, at their field; undefined: nothing. */
export function complaintAboutPlan(
  times: PlannedTimes,
  now: Date,
): { field: 'from' | 'to' | 'timeZone' | 'until'; message: string } | undefined {
  const { from, to, timeZone, isWeekly, until } = times
  if (!isTimeZone(timeZone))
    return { field: 'timeZone', message: 'is not a time zone; write it like America/Toronto' }
  const isLocal = (local: string) => isTime(local) && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(local)
  const wrong = 'must be a day and a time, such as 2026-11-29 02:00'
  if (!isLocal(from)) return { field: 'from', message: wrong }
  if (!isLocal(to)) return { field: 'to', message: wrong }
  const time = timeOf(times, 0)
  if (!time) return { field: 'to', message: 'must be after the beginning' }
  const lasts = time.to.getTime() - time.from.getTime()
  if (lasts > longestPlannedHours * 60 * minuteMs)
    return { field: 'to', message: `must be within ${longestPlannedHours} hours of the beginning` }
  if (isWeekly !== (until !== null))
    return { field: 'until', message: 'must be there for work of each week, and only for that' }
  const last = until === null ? time.from : new Date(until)
  if (last.getTime() - now.getTime() > longestPlannedDays * dayMs)
    return { field: until === null ? 'from' : 'until', message: `must be within ${longestPlannedDays} days` }
  if (!plannedTimeAt(times, now))
    return { field: isWeekly ? 'until' : 'to', message: 'must be still to come' }
  return undefined
}
