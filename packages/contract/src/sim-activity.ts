import { z } from 'zod'
import { defineCall } from './call.ts'
import { vendorCodes } from './carriers.ts'
import { complaintAboutDays, type LocalDays, localDays } from './local-days.ts'
import { SimId } from './sim-information.ts'

/** The statuses that the screen filters by (2.7). An operation may write others. */
const simActivityStatuses = [
  'Activated',
  'Deactivated',
  'Error',
  'RatePlanChanged',
  'ChangingRatePlan',
] as const
export type SimActivityStatus = (typeof simActivityStatuses)[number]

const event = {
  status: z.string(),
  statusDesc: z.string(),
  /** UTC, ISO 8601: 2026-11-01T05:30:00.000Z. */
  date: z.iso.datetime(),
  /** The same instant in the caller's zone with the offset that held then (D21): 2026-11-01T01:30:00.000-04:00. */
  localDate: z.iso.datetime({ offset: true }),
}

/** One transaction of one SIM: its first event, and the later ones as sub rows (3, D8). */
export const SimActivityItem = z.object({
  transactionId: z.string(),
  simId: z.string(),
  vendorCode: z.enum(vendorCodes),
  ...event,
  /** In the order in which they happened. */
  subRows: z.array(z.object({ ...event, subtransId: z.string() })),
})
export type SimActivityItem = z.infer<typeof SimActivityItem>

/** How many items one answer holds at most; `hasMore` says that there are older ones. */
export const mostSimActivityItems = 10_000

/** Why these parts of a search do not go together, or undefined. */
function complaint(
  query: LocalDays & {
    simId?: string | undefined
    transactionID?: string | undefined
    allTime?: string | undefined
  },
): { field: string; message: string } | undefined {
  const { simId, transactionID, allTime } = query
  if ((simId === undefined) === (transactionID === undefined))
    return { field: 'simId', message: 'either simId or transactionID must be given, and not both' }
  return simId === undefined || allTime === 'true' ? undefined : complaintAboutDays(query)
}

/**
 * SIM activity by SIM or by transaction, the newest transaction first. A search by SIM finds the transactions whose
 * first event lies in the days; a search by transaction has no days, and one item for each SIM in it.
 */
export const getSimActivity = defineCall({
  method: 'GET',
  path: '/simactivationdetail/v1/details',
  access: 'sim-activity.read',
  spec: '2.7, 7, D8, D21',
  summary: 'What happened to a SIM, or in a transaction',
  query: z
    .strictObject({
      simId: SimId.optional(),
      transactionID: z.guid('must be a transaction id').optional(),
      ...localDays,
      /** No days: all there is. */
      allTime: z.enum(['true', 'false']).optional(),
    })
    .superRefine((query, context) => {
      const found = complaint(query)
      if (found) context.addIssue({ code: 'custom', path: [found.field], message: found.message })
    }),
  data: z.object({
    items: z.array(SimActivityItem),
    /** There are more than fit into one answer; these are the newest. */
    hasMore: z.boolean(),
  }),
})

export const simActivityCalls = { getSimActivity }
