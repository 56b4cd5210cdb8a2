import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { ShiftChange } from './handover.ts'
import { KeptOutage } from './kept-outage.ts'
import { mostOutagePanels, mostOutages, outagesKeptDays } from './outages.words.ts'
import { wholeNumber } from './text.ts'

const instant = z.iso.datetime()
const count = z.number().int()

const OutagePanel = z.object({
  cloudId: z.string(),
  /** Null: of none, not known, or not told to the reader. */
  companyId: count.nullable(),
  from: instant,
  /** Null: it was not seen back. */
  to: instant.nullable(),
})
export type OutagePanel = z.infer<typeof OutagePanel>

const OutageDetail = KeptOutage.extend({
  /** How many of the scope are away usually at that hour; null: not known, or not compared. */
  usual: count.nullable(),
  /** Everywhere else: how many stopped in the same time, or are away, of how many; null: not compared. */
  others: z.object({ away: count, members: count }).nullable(),
  /** How many panels are kept of it, and how many of these are back. */
  panels: count,
  back: count,
  /** Whose they are, most first; null: not told to the reader. */
  companies: z.array(z.object({ companyId: count, name: z.string(), panels: count, back: count })).nullable(),
  /** How many stopped and came back in each step, from `from` on. */
  chart: z.object({
    from: instant,
    stepMinutes: count,
    stopped: z.array(count),
    back: z.array(count),
  }),
  /** What people changed from shortly before it until it was over, on what it touched; null: not told to the reader. */
  changes: z
    .object({
      rows: z.array(ShiftChange),
      /** How many changes of that time were on other things; there were more than are counted. */
      others: count,
      hasMore: z.boolean(),
    })
    .nullable(),
  /** Watches on its panels that ended since it began. */
  watches: z.array(
    z.object({
      watchId: z.string(),
      cloudId: z.string(),
      by: z.string(),
      state: z.enum(['back', 'over', 'stopped']),
      endedAt: instant,
    }),
  ),
  /** Up to when its panels are known. */
  asOf: instant,
})
export type OutageDetail = z.infer<typeof OutageDetail>

const access = 'webconnect.read'
const spec = 'issue 52, 5'
const outageParams = z.strictObject({
  outageId: z.string().regex(/^[1-9]\d{0,14}$/, 'must be the ID of an outage'),
})

export const outagesCalls = {
  listOutages: defineCall({
    method: 'GET',
    path: '/outages/v1/outages',
    access,
    spec,
    summary: `Outages that lasted within the last days, the newest first: at most ${mostOutages}. They are kept for a year`,
    query: z.strictObject({ days: wholeNumber(1, outagesKeptDays).optional() }),
    data: z.object({ outages: z.array(KeptOutage).max(mostOutages), hasMore: z.boolean() }),
  }),
  getOutage: defineCall({
    method: 'GET',
    path: '/outages/v1/outages/{outageId}',
    access,
    spec,
    summary:
      'One outage, while it lasts and afterwards: from, to, what was compared, whose panels, minute by minute, and what was done meanwhile',
    params: outageParams,
    data: OutageDetail,
  }),
  listOutagePanels: defineCall({
    method: 'GET',
    path: '/outages/v1/outages/{outageId}/panels',
    access,
    spec,
    summary: `The panels of an outage with from and to, by cloud ID: at most ${mostOutagePanels}. Of one company it takes the right to read panels`,
    params: outageParams,
    query: z.strictObject({ companyId: wholeNumber(1, 2_147_483_647).optional() }),
    data: z.object({ panels: z.array(OutagePanel).max(mostOutagePanels), isAll: z.boolean() }),
  }),
} as const satisfies Record<string, Call>
