import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { subjectOf } from './faults.ts'
import { plannedScopes } from './planned.words.ts'
import { line, plainText, visibleLine } from './text.ts'

const instant = z.iso.datetime()
const screen = 'Outages'
const spec = 'issue 52, 6'
const access = 'fleet.change'

/** An outage that is expected, once or each week. */
export const Planned = z.object({
  planId: z.string(),
  of: subjectOf(plannedScopes),
  /** As people know it; empty: WebConnect as a whole, or a company that is gone. */
  name: z.string(),
  /** As they were typed: local times of the zone. */
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  isWeekly: z.boolean(),
  /** Of each week's: none begins later; null: it happens once. */
  until: instant.nullable(),
  reason: z.string(),
  /** Whose e-mail; empty: not told to the reader. */
  by: z.string(),
  at: instant,
  /** The time of it that is now, or the next. */
  next: z.object({ from: instant, to: instant }),
  isNow: z.boolean(),
})
export type Planned = z.infer<typeof Planned>

const local = line(30)

export const plannedCalls = {
  listPlanned: defineCall({
    method: 'GET',
    path: '/outages/v1/planned',
    access: 'webconnect.read',
    spec,
    summary: 'Planned work that goes on or is to come, the next first',
    data: z.array(Planned),
  }),
  planOutage: defineCall({
    method: 'POST',
    path: '/outages/v1/planned',
    access,
    spec,
    audit: { screen, action: 'Plan work' },
    summary:
      'Expect an outage of a scope from then to then, once or each week: rows of attention and new silence findings of it are set aside. The watching and the end are not',
    body: z.strictObject({
      of: z.strictObject({ kind: z.enum(plannedScopes), id: plainText(100) }),
      from: local,
      to: local,
      timeZone: line(64),
      isWeekly: z.boolean(),
      until: z.iso.datetime({ error: 'must be a date and a time in UTC' }).nullable(),
      reason: visibleLine(200),
    }),
    data: z.object({ planId: z.string() }),
  }),
  endPlanned: defineCall({
    method: 'POST',
    path: '/outages/v1/planned/{planId}/end',
    access,
    spec,
    audit: { screen, action: 'End planned work ({planId})' },
    summary: 'Expect an outage no more: what is set aside for it counts again',
    params: z.strictObject({ planId: z.guid('must be the ID of planned work') }),
    data: z.null(),
  }),
} as const satisfies Record<string, Call>
