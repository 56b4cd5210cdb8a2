import { z } from 'zod'
import { longestSearched } from './audit-trail.words.ts'
import { type Call, defineCall } from './call.ts'
import { longestShiftDays, mostOfShift } from './handover.words.ts'
import { KeptOutage } from './kept-outage.ts'
import { Note } from './notes.ts'
import { line } from './text.ts'
import { Watch } from './watches.ts'

/** Nothing was entered before. */
const firstOfAll = Date.UTC(2000)
const instant = z.iso.datetime({ error: 'must be a date and a time in UTC' })

/** All that one press of a button set in motion, as far as the server entered it. */
export const ShiftChange = z.object({
  transactionId: z.string(),
  at: z.iso.datetime(),
  /** In the words of the trail. */
  what: z.string(),
  by: z.string(),
  /** As the trail names it; empty: none. */
  object: z.string(),
  /** `open`: asked for, and no end of it is entered yet. */
  outcome: z.enum(['done', 'failed', 'open']),
  /** How many of its steps failed, and what the first of these says. */
  failed: z.number().int(),
  reason: z.string(),
})

const ShiftWatch = Watch.omit({ isMine: true }).extend({
  state: z.enum(['running', 'back', 'over', 'stopped']),
  /** Null while it goes on. */
  endedAt: z.iso.datetime().nullable(),
})

const data = z.object({
  /** Whose; empty: everyone's. */
  who: z.string(),
  /** The oldest first; those that failed are among them. */
  changes: z.array(ShiftChange),
  /** There were more; these are the last. */
  hasMore: z.boolean(),
  /** Begun before the end, and not over before the beginning. */
  watches: z.array(ShiftWatch),
  notes: z.array(Note),
  /** That lasted at some time between, the oldest first. */
  outages: z.array(KeptOutage),
  /** What is told in part or not at all, because the reader may not read it. */
  withheld: z.array(z.enum(['changes', 'watches', 'notes', 'outages'])),
})
export type Shift = z.infer<typeof data>

export const handoverCalls = {
  getShift: defineCall({
    method: 'GET',
    path: '/handover/v1/shift',
    access: 'any-right',
    spec: 'D18, D45, D46',
    summary: `What people changed, watch and noted, and which outages there were, in a time of at most ${longestShiftDays} days, the last ${mostOfShift} of each. Of others than the reader it takes the right to read user actions`,
    query: z
      .strictObject({
        from: instant,
        to: instant,
        /** An e-mail, or `all`; without it the reader. */
        who: line(longestSearched.email).min(1).optional(),
      })
      .superRefine(({ from, to }, context) => {
        const took = Date.parse(to) - Date.parse(from)
        const message =
          Date.parse(from) < firstOfAll
            ? 'must be in this century'
            : took <= 0
              ? 'must be before the end'
              : took > longestShiftDays * 86_400_000
                ? `must be at most ${longestShiftDays} days before the end`
                : undefined
        if (message) context.addIssue({ code: 'custom', path: ['from'], message })
      }),
    data,
  }),
} as const satisfies Record<string, Call>
