import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { leavingLines, linesByHand, longestLeavingNote } from './leaving.words.ts'
import { why } from './reasons.ts'
import { visibleLine } from './text.ts'

const instant = z.iso.datetime()
const count = z.number().int()
const change = 'companies.change'
const spec = 'brief 7, D5'
const screen = 'Company Management'
const params = z.strictObject({ companyId: z.coerce.number().int().positive().max(2_147_483_647) })

const Line = z.object({
  line: z.enum(leavingLines),
  isDone: z.boolean(),
  /** How many there are to end, and how many of them are; null: not told to the reader, or not counted. */
  all: count.nullable(),
  done: count.nullable(),
  /** When it was done or said to be, and by whom; null: not yet, or not known. */
  at: instant.nullable(),
  by: z.string().nullable(),
  /** At whom it was ended by hand, and what they answered. */
  note: z.string(),
})

const Leaving = z.object({
  leavingId: z.string(),
  companyId: count,
  /** As it was called then. */
  companyName: z.string(),
  sapCompanyId: z.string(),
  ticket: z.string(),
  reason: z.string(),
  transactionId: z.string(),
  by: z.string(),
  beganAt: instant,
  /** Null while it goes on; from then on the lines are as they were. */
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  lines: z.array(Line),
  /** The series of batches that deactivate its SIMs, the newest first; not told to who may not read them. */
  series: z.array(
    z.object({
      seriesId: z.string(),
      transactionId: z.string(),
      beganAt: instant,
      endedAt: instant.nullable(),
      by: z.string(),
      counts: z.object({ all: count, success: count, error: count, ready: count, waiting: count }),
    }),
  ),
})
export type Leaving = z.infer<typeof Leaving>

const ticketed = {
  reason: why.reason,
  ticket: why.ticket.unwrap().refine((ticket) => ticket !== '', 'must name the ticket'),
}

export const leavingCalls = {
  beginLeaving: defineCall({
    method: 'POST',
    path: '/companymanager/v1/companies/{companyId}/leaving',
    access: change,
    spec,
    audit: { screen, action: 'Begin the leaving of company {companyId}', object: 'company {companyId}' },
    summary:
      'A company leaves: one piece of work with a ticket and a list to work through. Its SIMs are deactivated in batches from then on',
    params,
    query: z.strictObject(ticketed),
    cutsOff: true,
    data: z.object({ leavingId: z.string() }),
  }),
  goOnLeaving: defineCall({
    method: 'POST',
    path: '/companymanager/v1/companies/{companyId}/leaving/sims',
    access: change,
    spec,
    audit: {
      screen,
      action: 'Deactivate the SIMs that are left of company {companyId}',
      object: 'company {companyId}',
    },
    summary: 'Deactivate, in batches, the SIMs of a leaving company that are not deactivated yet',
    params,
    query: z.strictObject(why),
    cutsOff: true,
    data: Leaving,
  }),
  noteLeaving: defineCall({
    method: 'POST',
    path: '/companymanager/v1/companies/{companyId}/leaving/lines',
    access: change,
    spec,
    audit: {
      screen,
      action: 'Note a line of the leaving of company {companyId}',
      object: 'company {companyId}',
    },
    summary: 'Say that something was ended by hand, at whom and what they answered, or that it was not',
    params,
    body: z.strictObject({
      line: z.enum(linesByHand),
      isDone: z.boolean(),
      note: visibleLine(longestLeavingNote).or(z.literal('')),
    }),
    data: Leaving,
  }),
  endLeaving: defineCall({
    method: 'POST',
    path: '/companymanager/v1/companies/{companyId}/leaving/end',
    access: change,
    spec,
    audit: { screen, action: 'End the leaving of company {companyId}', object: 'company {companyId}' },
    summary:
      'The list of a leaving company is kept as it stands, as the proof; what is open stays named in it',
    params,
    data: Leaving,
  }),
  getLeaving: defineCall({
    method: 'GET',
    path: '/companymanager/v1/leavings/{leavingId}',
    access: 'companies.read',
    spec,
    summary: 'A company that leaves or has left: each line with its state, by whom and when',
    params: z.strictObject({ leavingId: z.guid('must be the id of a leaving') }),
    data: Leaving,
  }),
  listLeavings: defineCall({
    method: 'GET',
    path: '/companymanager/v1/companies/{companyId}/leavings',
    access: 'companies.read',
    spec,
    summary: 'When a company left or leaves, the newest first',
    params,
    data: z.array(
      z.object({ leavingId: z.string(), beganAt: instant, endedAt: instant.nullable(), ticket: z.string() }),
    ),
  }),
} as const satisfies Record<string, Call>
