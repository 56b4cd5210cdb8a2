import { z } from 'zod'
import { longestSearched } from './audit-trail.words.ts'
import { type Call, defineCall } from './call.ts'
import { vendorCodes } from './carriers.ts'
import { longestShiftDays, mostOfShift, mostStillSilent } from './handover.words.ts'
import { KeptOutage } from './kept-outage.ts'
import { Note } from './notes.ts'
import { line } from './text.ts'
import { Undertaking } from './undertakings.ts'
import { Watch } from './watches.ts'

/** Nothing was entered before. */
const firstOfAll = Date.UTC(2000)
const instant = z.iso.datetime({ error: 'must be a date and a time in UTC' })
const count = z.number().int()

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
  failed: count,
  reason: z.string(),
  /** For which ticket it was done; empty: none was named. */
  ticket: z.string(),
  /** What is otherwise since, in the words of its screen; empty: no question, or the entry does not say it. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})

const ShiftEntry = ShiftChange.extend({
  /** The lasting work that it began, as it stands now; null: none, or the reader may not read it. */
  work: Undertaking.nullable(),
  /** Whose SIMs it deactivates, most first; of many the first ones. */
  companies: z.array(z.string()),
  /** How many reports of Verizon answer it. */
  answers: count,
})

const ShiftWatch = Watch.omit({ isMine: true }).extend({
  state: z.enum(['running', 'back', 'over', 'stopped']),
  /** Null while it goes on. */
  endedAt: z.iso.datetime().nullable(),
})

const ShiftOutage = KeptOutage.extend({
  /** How many of its panels were not seen back, and the first of them. */
  stillSilent: count,
  silentPanels: z.array(z.string()).max(mostStillSilent),
})

const data = z.object({
  /** Whose; empty: everyone's. */
  who: z.string(),
  /** The accounts that this e-mail stands for, the first one first; empty: of everyone, or no one is known by it. */
  accounts: z.array(z.object({ since: z.iso.datetime(), isReader: z.boolean() })),
  /** The oldest first; those that failed are among them. */
  changes: z.array(ShiftEntry),
  /** There were more; these are the last. */
  hasMore: z.boolean(),
  /** What was entered in that time, too, and has no row; null: of one person, or the reader may not read it. */
  folded: z
    .object({
      /** Reports of Verizon, and how many of them answer no request of the console. */
      callbacks: count,
      answersOfNone: count,
      /** What the automation operator did, in transactions. */
      robot: count,
    })
    .nullable(),
  /** Lasting work that goes on, or has ended with something left that no one has taken over, the newest first. */
  left: z.array(Undertaking),
  /** Begun before the end, and not over before the beginning. */
  watches: z.array(ShiftWatch),
  notes: z.array(Note),
  /** That lasted at some time between, the oldest first. */
  outages: z.array(ShiftOutage),
  /** How many panels of these outages were not seen back, each counted once. */
  stillSilent: count,
  /** How many panels were silent; null: the reader may not read it. */
  silent: z
    .object({
      points: z.array(z.object({ at: z.iso.datetime(), silent: count })),
      /** Usually at the hour of the end; null: not known. */
      usual: count.nullable(),
    })
    .nullable(),
  /** Scans of the SIMs that began then, and the carriers that one of them did not come to the end of; null: not told. */
  scans: z
    .object({ count, missed: z.array(z.object({ at: z.iso.datetime(), carrier: z.enum(vendorCodes) })) })
    .nullable(),
  /** What is told in part or not at all, because the reader may not read it. */
  withheld: z.array(z.enum(['changes', 'watches', 'notes', 'outages', 'scans'])),
})
export type Shift = z.infer<typeof data>

export const handoverCalls = {
  getShift: defineCall({
    method: 'GET',
    path: '/handover/v1/shift',
    access: 'any-right',
    spec: 'D18, D45, D46',
    summary: `What people changed, watch and noted, what is to go on with, and which outages there were, in a time of at most ${longestShiftDays} days, the last ${mostOfShift} of each. Of others than the reader it takes the right to read user actions`,
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
