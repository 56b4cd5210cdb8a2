import { z } from 'zod'
import { mostBatchRows } from './batch-file.words.ts'
import { BatchSummary } from './batches.ts'
import { type Call, defineCall, defineReading } from './call.ts'
import { mostChosen } from './company-lists.words.ts'
import { isIccid } from './iccid.ts'
import { why } from './reasons.ts'
import { plainText } from './text.ts'

const instant = z.iso.datetime()
const count = z.number().int()
const read = 'sim-management.read'
const change = 'sim-management.change'
const spec = '2.4, D5, U15'
const screen = 'SIM Management'

/** Which SIMs: chosen ones, or all of a company that are not deactivated yet. */
const OrderedSims = z.union([
  z.strictObject({
    iccids: z
      .array(z.string().refine(isIccid, 'must be an ICCID'))
      .min(1, 'must hold at least one SIM')
      .max(mostChosen, `must hold at most ${mostChosen} SIMs`)
      .refine((all) => new Set(all).size === all.length, 'must name each SIM once'),
  }),
  z.strictObject({ companyId: z.number().int().positive().max(2_147_483_647) }),
])
export type OrderedSims = z.infer<typeof OrderedSims>

const Counted = z.array(z.object({ name: z.string(), count }))

const Series = z.object({
  seriesId: z.string(),
  transactionId: z.string(),
  /** Whose all SIMs it is; null: they were chosen one by one. */
  company: z.object({ companyId: count, name: z.string() }).nullable(),
  createdBy: z.string(),
  createdAt: instant,
  /** Null while it runs. */
  finishedAt: instant.nullable(),
  stoppedAt: instant.nullable(),
  stoppedBy: z.string().nullable(),
  reason: z.string(),
  ticket: z.string(),
  /** `waiting`: of batches that have not begun, and where it was stopped never will. */
  counts: z.object({ all: count, success: count, error: count, ready: count, waiting: count }),
  /** How long it still takes, in milliseconds; null: too little is known, or it is over. */
  leftMs: count.nullable(),
  /** Its batches that have begun, in their order, and how many there are in all. */
  batches: z.array(BatchSummary),
  batchCount: count,
  /** Once it is over: the SIMs that are not deactivated, for one that goes on with them; of very many the first. */
  left: z.array(z.string()).max(mostChosen),
})
export type Series = z.infer<typeof Series>

const params = z.strictObject({ seriesId: z.guid('must be the id of a series of batches') })

export const seriesCalls = {
  checkSeries: defineReading({
    path: '/simmanagement/v1/series/check',
    access: change,
    spec,
    summary: 'What deactivating these SIMs would do; nothing is asked of a carrier',
    body: OrderedSims,
    data: z.object({
      all: count,
      ready: count,
      batches: count,
      /** Why others are left out, and how many for each reason, the most first. */
      leftOut: Counted,
      carriers: Counted,
      companies: Counted,
      /** What cannot be undone, and for how many. */
      losses: Counted,
    }),
  }),
  beginSeries: defineCall({
    method: 'POST',
    path: '/simmanagement/v1/series',
    access: change,
    spec,
    audit: { screen, action: 'Deactivate SIMs in batches' },
    summary: `Deactivate many SIMs as batches of at most ${mostBatchRows}, one after the other`,
    query: z.strictObject({ name: plainText(200).optional(), ...why }),
    cutsOff: true,
    body: OrderedSims,
    data: z.object({ seriesId: z.string() }),
  }),
  getSeries: defineCall({
    method: 'GET',
    path: '/simmanagement/v1/series/{seriesId}',
    access: read,
    spec,
    summary: 'A series of batches: how far it is, its batches, and what is left',
    params,
    data: Series,
  }),
  stopSeries: defineCall({
    method: 'POST',
    path: '/simmanagement/v1/series/{seriesId}/stop',
    access: change,
    spec,
    audit: { screen, action: 'Stop deactivating SIMs in batches ({seriesId})' },
    summary: 'Leave out all SIMs of a series that no carrier was asked about yet',
    params,
    data: Series,
  }),
} as const satisfies Record<string, Call>
