import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { dayPartStates, dayStrips } from './days.words.ts'
import { Change } from './diagnosis.ts'
import { identified } from './identifiers.ts'
import { thingId } from './things.ts'

const instant = z.iso.datetime()

/** What was so from `from` on, until the next part begins. `word`: as its source says it; empty: the state says it. */
const DayPart = z.object({ from: instant, state: z.enum(dayPartStates), word: z.string() })
export type DayPart = z.infer<typeof DayPart>

/** One fact over the time, without a gap: the first part begins with the day. */
const DayStrip = z.object({ kind: z.enum(dayStrips), source: z.string(), parts: z.array(DayPart).min(1) })
export type DayStrip = z.infer<typeof DayStrip>

/** 24 hours of a thing, by what was kept of them (whole 4). No system is asked. */
const Day = z.object({
  from: instant,
  until: instant,
  strips: z.array(DayStrip),
  /** The newest first. */
  changes: z.array(Change),
  /** Which role reading who changed something takes; null: it is shown. */
  whoNeeds: z.string().nullable(),
})
export type Day = z.infer<typeof Day>

/** When the hours end; absent: now. */
const query = z.strictObject({ until: instant.optional() })

export const dayCalls = {
  panelDay: defineCall({
    method: 'GET',
    path: '/days/v1/panels/{cloudId}',
    access: identified.panel.permission,
    spec: 'connected console 5',
    summary:
      '24 hours of a panel by what was kept: whether it was heard, its SIM, and what changed. No neighbour is asked',
    params: z.strictObject({ cloudId: thingId('panel') }),
    query,
    data: Day,
  }),
  simDay: defineCall({
    method: 'GET',
    path: '/days/v1/sims/{iccid}',
    access: identified.sim.permission,
    spec: 'connected console 5',
    summary:
      '24 hours of a SIM by what was kept: its state, its session, and what changed. No neighbour is asked',
    params: z.strictObject({ iccid: thingId('sim') }),
    query,
    data: Day,
  }),
} as const satisfies Record<string, Call>
