import { z } from 'zod'
import type { CarrierUsage } from './carrier.ts'

/** Whatever a SIM sends in a month is far below that. */
export const Bytes = z
  .number()
  .nonnegative()
  .max(2 ** 50)

const DAY = 86_400_000
const HALF_DAY = DAY / 2

/** A day of UTC, 'yyyy-mm-dd'. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The day that begins at this moment, which is midnight of some zone: UTC's clock then differs by at most half a day. */
export const dayBegunAt = (midnight: number): string => dayOf(midnight + HALF_DAY)

/** The last day before this moment, which is midnight of some zone, or a second before it. */
export const dayEndedAt = (midnight: number): string => dayOf(midnight - HALF_DAY)

/** The days of a billing period, both inclusive. */
export type Period = Pick<CarrierUsage, 'from' | 'to'>

export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY + 1

/** Of a day within a period, counted from 0. */
export const placeOf = (day: string, { from }: Period): number => (Date.parse(day) - Date.parse(from)) / DAY

/** The calendar month in which this moment lies in a carrier's zone. */
export function monthIn(timeZone: string, now: Date): Period {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric' })
  const of = new Map(parts.formatToParts(now).map(({ type, value }) => [type, Number(value)]))
  const [year, month] = [of.get('year') ?? 0, of.get('month') ?? 0]
  return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month, 0)) }
}

/** The month that ends at `end`, or the first one of those after it that has not ended yet. */
export function monthUpTo(end: number, now: number): Period {
  const last = new Date(end)
  const after = (months: number) => {
    const there = new Date(last)
    there.setUTCDate(1)
    there.setUTCMonth(there.getUTCMonth() + months)
    const most = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate()
    there.setUTCDate(Math.min(last.getUTCDate(), most))
    return there.getTime()
  }
  // A carrier that has not counted on for years is behind in all it says.
  let months = 0
  while (after(months) <= now && months < 24) months++
  return { from: dayBegunAt(after(months - 1)), to: dayEndedAt(after(months)) }
}

/** What was used up to the end of each day, of what was used in it; null: nothing is told of that day. */
export function summedUp(days: readonly (number | null)[]): (number | null)[] {
  let sum = 0
  return days.map((bytes) => {
    sum += bytes ?? 0
    return bytes === null ? null : sum
  })
}
