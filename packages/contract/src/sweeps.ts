import { z } from 'zod'
import { vendorCodes } from './carriers.ts'
import { sweepLaneStates, sweepStates } from './fleet.words.ts'

const instant = z.iso.datetime()
const count = z.number().int()
const carrier = z.enum(vendorCodes)

const SweepLane = z.object({
  carrier,
  state: z.enum(sweepLaneStates),
  /** Why it is paused, or slower than it should be: 'AT&T takes fewer calls at the moment (429).'; empty otherwise. */
  reason: z.string(),
  /** SIMs that its list told of, and those that were asked for singly; `planned` of each, 0 until that is known. */
  listed: count,
  plannedList: count,
  read: count,
  plannedReads: count,
  /** How often it said that we ask too much. */
  slowed: count,
  beganAt: instant.nullable(),
  endedAt: instant.nullable(),
})

/** Looking at all, as it stands. */
export const Sweep = z.object({
  sweepId: z.string(),
  state: z.enum(sweepStates),
  reason: z.string(),
  /** Begun by hand by this e-mail; empty: by the night. */
  by: z.string(),
  beganAt: instant,
  endedAt: instant.nullable(),
  /** Null: it does not run, or too little is known to tell. */
  leftMs: count.nullable(),
  lanes: z.array(SweepLane),
})
export type Sweep = z.infer<typeof Sweep>

/** How far the counts can be trusted. */
export const Coverage = z.object({
  carrier,
  sims: count,
  /** Seen by its carrier's word within 24 hours, before that, or never. */
  within: count,
  older: count,
  never: count,
  /** Why it waits, a sentence: 'Aeris does not answer.'; empty otherwise. */
  trouble: z.string(),
})
export type Coverage = z.infer<typeof Coverage>
