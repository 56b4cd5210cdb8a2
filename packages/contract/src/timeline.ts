import { z } from 'zod'
import { longestSearched } from './audit-trail.words.ts'
import { type Call, defineCall } from './call.ts'
import { type IdentifiedKind, identified } from './identifiers.ts'
import { KeptOutage } from './kept-outage.ts'
import { visibleLine, wholeNumber } from './text.ts'
import { thingId } from './things.ts'
import { timelineKinds } from './timeline.words.ts'

/** One field that a source said otherwise, or that a person set otherwise; empty: none. */
const TimelineChange = z.object({
  /** As observations have it (`observed.words`); of a person's change, in the words of its screen. */
  field: z.string(),
  before: z.string(),
  after: z.string(),
  /** Who said it; empty: the step's own source. */
  source: z.string(),
  /** Who else said the same at that look. */
  alsoBy: z.array(z.string()),
})
export type TimelineChange = z.infer<typeof TimelineChange>

const step = {
  /** Of this row of its source; what `before` goes on from. */
  id: z.string(),
  /** UTC, ISO 8601. */
  at: z.iso.datetime(),
  kind: z.enum(timelineKinds),
  /** What happened, in the words of its source: an action's message, a status, a state. */
  what: z.string(),
  /** Of a change: from what to what; null where nothing is said of it. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Why, or what else there is to say; may be empty. */
  detail: z.string(),
  /** How it ended; empty where that is no question. */
  state: z.string(),
  /** Whose it is: an e-mail; empty: no one's. */
  by: z.string(),
  /** Where it was done, or who told: a screen, a carrier. */
  source: z.string(),
  /** The thing it was done to, as the audit trail names it; empty: the timeline's own. */
  object: z.string(),
  /** What is otherwise, field by field; absent where that is no question. */
  changes: z.array(TimelineChange).optional(),
  /** What the browser said that its user did: the server's own entries say what came of it. */
  isClaim: z.boolean().optional(),
  /** Why it was done, and for which ticket, where the person said so. */
  reason: z.string().optional(),
  ticket: z.string().optional(),
  /** Of a deactivation: the file that it was in. */
  file: z.string().optional(),
  /** Of a panel that is back: when it left. Of a gap: the last answer before it. */
  since: z.iso.datetime().optional(),
  /** Of many sessions that a panel began within the hour from `at` on: how many, and in each tenth of it, as far as is known. */
  times: z.number().int().optional(),
  counts: z.array(z.number().int()).optional(),
  /** Of an outage: which, and how many panels of this thing were in it. */
  outage: KeptOutage.pick({ outageId: true, of: true, name: true, endedAt: true })
    .extend({ panels: z.number().int() })
    .optional(),
}
export const TimelineStep = z.object(step)
export type TimelineStep = z.infer<typeof TimelineStep>

/** What happened in one transaction, as its first step tells it; the others below it, the oldest first. */
export const TimelineEntry = z.object({
  ...step,
  transactionId: z.string().nullable(),
  steps: z.array(TimelineStep),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** How many entries one answer holds, where nothing else is asked for, and at most. */
export const timelinePage = { usual: 50, most: 200 } as const

const place = /^\d{1,17}\.[a-z][0-9a-f-]{1,40}$/
const kindsPattern = new RegExp(`^(?:${timelineKinds.join('|')})(?:,(?:${timelineKinds.join('|')})){0,9}$`)

const query = z.strictObject({
  /** The `before` of the page that was read before. */
  before: z.string().regex(place, 'must be the `before` of an earlier answer').optional(),
  /** Of these kinds only, separated by commas. */
  kinds: z
    .string()
    .regex(kindsPattern, `must be some of ${timelineKinds.join(', ')}`)
    .optional(),
  /** Of entries that fit, whole: those with a step of this person (an e-mail), and those whose steps say all these words. */
  by: visibleLine(longestSearched.email).optional(),
  text: visibleLine(longestSearched.text).optional(),
  limit: wholeNumber(1, timelinePage.most).optional(),
})

const data = z.object({
  /** The newest first. */
  entries: z.array(TimelineEntry),
  /** Where the next page begins; null: this is the last. With a filter a page may hold few entries, or none, and not be the last. */
  before: z.string().nullable(),
  /** Looks of this page's time that found no change, by quarters of an hour: when each began, and how many they were. */
  looks: z.array(z.object({ at: z.iso.datetime(), count: z.number().int() })),
  /** Kinds that are not told because the reader may not read them. */
  withheld: z.array(z.enum(timelineKinds)),
  /** Of the first page: for which tickets something was done to it, the newest first, whatever the filter. */
  tickets: z
    .object({
      items: z.array(
        z.object({
          ticket: z.string(),
          times: z.number().int(),
          first: z.iso.datetime(),
          last: z.iso.datetime(),
        }),
      ),
      /** Older entries were not looked through. */
      hasOlder: z.boolean(),
    })
    .optional(),
})
export type Timeline = z.infer<typeof data>

const timelineOf = <const Path extends string, const Kind extends IdentifiedKind>(path: Path, kind: Kind) =>
  defineCall({
    method: 'GET',
    path,
    access: identified[kind].permission,
    spec: 'use 2, 16',
    summary: `What happened to a ${kind}: actions, SIM activity, deactivations, deployments, the newest first, by transaction`,
    params: z.strictObject({ id: thingId(kind) }),
    query,
    data,
  })

export const timelineCalls = {
  getSimTimeline: timelineOf('/timeline/v1/sims/{id}', 'sim'),
  getPanelTimeline: timelineOf('/timeline/v1/panels/{id}', 'panel'),
  getCompanyTimeline: timelineOf('/timeline/v1/companies/{id}', 'company'),
  getCsrTimeline: timelineOf('/timeline/v1/csrs/{id}', 'csr'),
  getTransactionTimeline: timelineOf('/timeline/v1/transactions/{id}', 'transaction'),
} as const satisfies Record<string, Call>
