import { generator } from './generator.ts'
import type { Sim } from './world.ts'

const DAY = 86_400_000

/** A day of UTC, 'yyyy-mm-dd'. */
export const dayOf = (at: number | Date): string => new Date(at).toISOString().slice(0, 10)

/**
 * The bytes that a SIM used on a day, as far as it is over; the same on every machine. Panels differ in what they send, and
 * days do less. None before it was activated, nor while it is out of service.
 */
export function bytesOfDay(sim: Sim, day: string, now: number): number {
  const begins = Date.parse(day)
  const inService = sim.state === 'active' ? now : sim.updatedAt.getTime()
  const from = Math.max(begins, sim.activatedAt.getTime())
  const to = Math.min(begins + DAY, inService, now)
  if (to <= from) return 0
  const usual = 13_000 + generator(`usage ${sim.iccid}`)(140_000)
  const wobble = 0.6 + generator(`usage ${sim.iccid} ${day}`)(800) / 1000
  return Math.round(usual * wobble * sim.usageFactor * ((to - from) / DAY))
}

/** The bytes of several days, from the first to the last one. */
export function bytesOfDays(sim: Sim, first: string, last: string, now: number): number {
  let sum = 0
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY) sum += bytesOfDay(sim, dayOf(at), now)
  return sum
}

/** The first day of the month that lies so many months before this one, and its last day. */
export function monthBefore(months: number, now: Date): { first: string; last: string } {
  const month = (back: number, day: number) =>
    dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, day))
  return { first: month(months, 1), last: month(months - 1, 0) }
}
