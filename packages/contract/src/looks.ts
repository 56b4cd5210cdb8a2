import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { CompanyPanelFilter, CompanySimFilter } from './company-lists.ts'
import { identified, readThing } from './identifiers.ts'
import { lookedStates, lookStates, mostLooked } from './looks.words.ts'
import { keptNumber, plainText, wholeNumber } from './text.ts'

const instant = z.iso.datetime()
const count = z.number().int()
const companyId = wholeNumber(1, 2_147_483_647, 'must be the id of a company')
const looksAt = z.enum(['sim', 'panel'])

/** 'sim 8901170000000000013', however it was typed. */
const looked = plainText(254).transform((given, context) => {
  const read = /^(?:sim|panel) /.test(given) ? readThing(given) : undefined
  if (read) return read
  context.addIssue({ code: 'custom', message: 'must name a SIM or a panel' })
  return z.NEVER
})

/** A company's SIMs or panels, all that its list shows with this filter; or those that are named. */
const Asked = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sim'),
    companyId: keptNumber,
    filter: CompanySimFilter.optional(),
  }),
  z.strictObject({
    kind: z.literal('panel'),
    companyId: keptNumber,
    filter: CompanyPanelFilter.optional(),
  }),
  z.strictObject({
    kind: z.literal('named'),
    things: z
      .array(looked)
      .min(1, 'must name one at least')
      .max(mostLooked, `must name at most ${mostLooked}`),
  }),
])
export type AskedLook = z.infer<typeof Asked>

/** Looking at many things, one after the other, live (D50). */
export const Look = z.object({
  lookId: z.string(),
  /** Whose list it is; null: things that were named. */
  companyId: count.nullable(),
  /** What is looked at; null: SIMs and panels. */
  kind: looksAt.nullable(),
  state: z.enum(lookStates),
  /** Why it is paused: 'Verizon does not answer.'; empty otherwise. */
  reason: z.string(),
  counts: z.object({
    total: count,
    wrong: count,
    notKnown: count,
    fine: count,
    inFlight: count,
    /** Not begun. */
    left: count,
  }),
  /** Null: it does not run, or too few were looked at to tell. */
  leftMs: count.nullable(),
  /** By whom the things' SIMs are asked for at their own pace; an empty name where no carrier is known. */
  carriers: z.array(z.object({ carrier: z.string(), looked: count, total: count })),
  /** The e-mail of the person who began it. */
  by: z.string(),
  transactionId: z.string(),
  beganAt: instant,
  /** Null while it runs. */
  endedAt: instant.nullable(),
  stoppedBy: z.string().nullable(),
  /** Whether some server works on looks at the moment; while none does, one that runs waits. */
  isWorkedOn: z.boolean(),
})
export type Look = z.infer<typeof Look>

const params = z.strictObject({ lookId: z.guid('must be the ID of a bulk check') })
const access = identified.sim.permission
const spec = 'D50'
const screen = 'Diagnosis'

export const looksCalls = {
  beginLook: defineCall({
    method: 'POST',
    path: '/diagnosis/v1/looks',
    access,
    spec,
    audit: { screen, action: 'Bulk check', changesNothing: true },
    summary: `Check up to ${mostLooked.toLocaleString('en-US')} SIMs and panels, live, as work that goes on by itself behind people's own look-ups. Asked again while it runs: the running one`,
    body: Asked,
    data: Look,
  }),
  listLooks: defineCall({
    method: 'GET',
    path: '/diagnosis/v1/looks',
    access,
    spec,
    summary:
      "The last bulk check of a company's SIMs or panels that runs, or finished within a day; an empty list: none",
    query: z.strictObject({ companyId, kind: looksAt }),
    data: z.array(Look).max(1),
  }),
  getLook: defineCall({
    method: 'GET',
    path: '/diagnosis/v1/looks/{lookId}',
    access,
    spec,
    summary: 'The progress of a bulk check, for those who may read all that it was started with',
    params,
    data: Look,
  }),
  listLooked: defineCall({
    method: 'GET',
    path: '/diagnosis/v1/looks/{lookId}/things',
    access,
    spec,
    summary: 'What a bulk check has found of each thing, in the order of the list',
    params,
    data: z.array(
      z.object({
        kind: looksAt,
        id: z.string(),
        state: z.enum(lookedStates),
        /** Null: not yet. */
        lookedAt: instant.nullable(),
      }),
    ),
  }),
  stopLook: defineCall({
    method: 'POST',
    path: '/diagnosis/v1/looks/{lookId}/stop',
    access,
    spec,
    audit: { screen, action: 'Stop bulk check ({lookId})', changesNothing: true },
    summary: 'Stop a bulk check at once; its findings stay',
    params,
    data: Look,
  }),
  goOnWithLook: defineCall({
    method: 'POST',
    path: '/diagnosis/v1/looks/{lookId}/go-on',
    access,
    spec,
    audit: { screen, action: 'Resume bulk check ({lookId})', changesNothing: true },
    summary: 'Check the others of a bulk check that was stopped or is paused',
    params,
    data: Look,
  }),
} as const satisfies Record<string, Call>
