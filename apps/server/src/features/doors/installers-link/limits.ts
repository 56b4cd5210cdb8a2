import type { Clock } from '../../../platform/clock.ts'
import { createCount } from '../../../platform/http/rate-limits.ts'

/** In a minute, on each server. A page that stays open asks four times; addresses may be shared. */
export const mostInMinute = { openings: 120, misses: 10, all: 3_000 } as const
const bound = 20_000

/** How often someone without an account may try: by their address, and all together. */
interface DoorLimits {
  /** @returns after how many seconds to come back; undefined: come in, and nothing was looked up before */
  refuse(remoteAddress: string): number | undefined
  /** What they asked for is no link. */
  noteMiss(remoteAddress: string): void
}

export function createDoorLimits(clock: Clock): DoorLimits {
  const openings = createCount(clock, 60_000)
  const misses = createCount(clock, 60_000)
  const all = createCount(clock, 60_000)
  /** Until when. */
  const shut = new Map<string, number>()
  const seconds = (ms: number) => Math.ceil(ms / 1000)
  return {
    refuse(address) {
      const leftMs = (shut.get(address) ?? 0) - clock.elapsed()
      if (leftMs > 0) return seconds(leftMs)
      const own = openings.add(address)
      if (own.times > mostInMinute.openings) return seconds(own.leftMs)
      const together = all.add('')
      return together.times > mostInMinute.all ? seconds(together.leftMs) : undefined
    },
    noteMiss(address) {
      const { times, leftMs } = misses.add(address)
      if (times < mostInMinute.misses) return
      const [earliest] = shut.keys()
      if (shut.size >= bound && earliest !== undefined) shut.delete(earliest)
      shut.set(address, clock.elapsed() + leftMs)
    },
  }
}
