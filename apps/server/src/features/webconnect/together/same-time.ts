import { lnOrdinarily } from './chance.ts'
import { fewestAway, iso, sum } from './outage.ts'

/** Who stops within so many minutes stops at the same time. */
const minutesTogether = 3
const minuteMs = 60_000

interface StoppedInMinute {
  minute: Date | null
  stopped: number
}

/** When many stopped at the same time: its first minute, and the end of its last; UTC, ISO 8601. */
export interface SameTime {
  from: string
  to: string
  stopped: number
  /** How many stop in as long ordinarily. */
  ordinary: number
}

/**
 * The minutes, three at most, in which far more stopped than ordinarily (Poisson's tail), of those whose stopping nothing else
 * explains (K5): what they share may be a town's power, or whatever else no source tells.
 * @param perMinute how many stop in a minute ordinarily
 * @param beyondChance ln of what chance must be below
 * @param at only minutes with this one in them
 */
export function sameTimeIn(
  stops: readonly StoppedInMinute[],
  { perMinute, beyondChance, at }: { perMinute: number; beyondChance: number; at?: string },
): SameTime | undefined {
  const byMinute = new Map<number, number>()
  for (const { minute, stopped } of stops)
    if (minute) byMinute.set(minute.getTime(), (byMinute.get(minute.getTime()) ?? 0) + stopped)
  const own = at === undefined ? undefined : Math.floor(Date.parse(at) / minuteMs) * minuteMs
  const found = [...byMinute.keys()].flatMap((first) =>
    Array.from({ length: minutesTogether }, (_, more) => {
      const last = first + more * minuteMs
      const within = [...byMinute].filter(([minute]) => minute >= first && minute <= last)
      const stopped = sum(within, ([, count]) => count)
      const ordinary = perMinute * (more + 1)
      const isMeant = byMinute.has(last) && (own === undefined || (first <= own && own <= last))
      return { first, last, stopped, ordinary, ln: isMeant ? lnOrdinarily(stopped, ordinary) : 0 }
    }),
  )
  const [best] = found
    .filter(({ stopped, ln }) => stopped >= fewestAway && ln < beyondChance)
    .toSorted((one, other) => one.ln - other.ln)
  if (!best) return undefined
  const { first, last, stopped, ordinary } = best
  return { from: iso(first), to: iso(last + minuteMs - 1), stopped, ordinary }
}
