import type { Clock } from '../../platform/clock.ts'
import { createCount } from '../../platform/http/rate-limits.ts'

/** In a minute, on each server. A page that stays open asks four times; addresses may be shared. */
export const mostInMinute = { openings: 120, misses: 10, all: 3_000 } as const
const bound = 20_000

/** How often someone may try a door that takes guesses: by their address, or by who they are, and all together. */
interface DoorLimits {
  /** @returns after how many seconds to come back; undefined: come in, and nothing was looked up before */
  refuse(who: string): number | undefined
  /** What they asked for is not there. */
  noteMiss(who: string): void
}

export function createDoorLimits(
  clock: Clock,
  most: Readonly<Record<keyof typeof mostInMinute, number>> = mostInMinute,
): DoorLimits {
  const openings = createCount(clock, 60_000)
  const misses = createCount(clock, 60_000)
  const all = createCount(clock, 60_000)
  /** Until when. */
  const shut = new Map<string, number>()
  const seconds = (ms: number) => Math.ceil(ms / 1000)
  return {
    refuse(who) {
      const leftMs = (shut.get(who) ?? 0) - clock.elapsed()
      if (leftMs > 0) return seconds(leftMs)
      const own = openings.add(who)
      if (own.times > most.openings) return seconds(own.leftMs)
      const together = all.add('')
      return together.times > most.all ? seconds(together.leftMs) : undefined
    },
    noteMiss(who) {
      const { times, leftMs } = misses.add(who)
      if (times < most.misses) return
      const [earliest] = shut.keys()
      if (shut.size >= bound && earliest !== undefined) shut.delete(earliest)
      shut.set(who, clock.elapsed() + leftMs)
    },
  }
}
