import { z } from 'zod'
import { defineCall } from './call.ts'
import { vendorCodes } from './carriers.ts'
import { ICCID_PATTERN } from './iccid.ts'
import { billingYears, deviceStatuses } from './sim-information.words.ts'
import { wholeNumber } from './text.ts'

export const SimId = z.string().regex(ICCID_PATTERN, 'A SIM ID has 18 to 22 digits')

export const onlineStatuses = ['Online', 'Offline', 'Unknown'] as const
export type OnlineStatus = (typeof onlineStatuses)[number]

/** Fields that all three sources report. Empty text means that the source does not know. */
const shared = {
  /** Our word. */
  deviceStatus: z.enum(deviceStatuses),
  /** The source's own word, as it came. */
  rawStatus: z.string(),
  imei: z.string(),
  ipAddress: z.string(),
  phoneNumber: z.string(),
  onlineStatus: z.enum(onlineStatuses),
  /** When the state was last changed, and when the session that it has began, or its last one ended; absent: not told. */
  changedAt: z.iso.datetime().optional(),
  onlineSince: z.iso.datetime().optional(),
  /** States of further records of the same SIM in the same answer; absent: there is one. */
  alsoListed: z.array(z.enum(deviceStatuses)).optional(),
}

export const MobileBrokerSimData = z.object({
  ...shared,
  realIp: z.string(),
  natIp: z.string(),
  referenceNumber: z.string(),
  activatedBy: z.string(),
})
export type MobileBrokerSimData = z.infer<typeof MobileBrokerSimData>

export const VendorSimData = z.object({
  ...shared,
  vendorCode: z.enum(vendorCodes),
  /** Verizon only; absent for other vendors. */
  accountNumber: z.string().optional(),
  /** Verizon only; absent for other vendors. */
  description: z.string().optional(),
})
export type VendorSimData = z.infer<typeof VendorSimData>

export const ConnectorSimData = z.object({
  ...shared,
  realIp: z.string(),
  natIp: z.string(),
  sapCompanyId: z.string(),
  companyName: z.string(),
})
export type ConnectorSimData = z.infer<typeof ConnectorSimData>

export const simSources = ['mobileBroker', 'vendor', 'connector'] as const
export type SimSource = (typeof simSources)[number]

/** Why a neighbour gave no answer that serves: what can go wrong with a call to it (R35). */
export const neighbourFailures = [
  /** No connection, or it was cut. */
  'unreachable',
  /** It failed several times in a row, and the console leaves it alone for a moment. */
  'resting',
  'timeout',
  /** An answer came that is not what the system's guide describes. */
  'malformed',
  /** An answer came, and it is about another thing. */
  'mixed-up',
  /** The system understood and said no. */
  'refused',
  'not-found',
  /** Our user, key or token was not accepted: a fault of configuration, never worth a second try. */
  'credentials',
  /** Too many calls at once, theirs to say (429) or ours (the queue is full). */
  'busy',
  'server-error',
] as const
export type NeighbourFailure = (typeof neighbourFailures)[number]

/** How one of the three systems answered. */
export const SourceReport = z.object({
  /** An envelope word; `Success` when there is data. */
  status: z.enum(['Success', 'NotFound', 'CarrierError', 'Busy', 'Unavailable']),
  /** For success empty; otherwise what happened and what to do, for example 'AT&T did not answer within 20 s. Try again in a minute.' */
  message: z.string(),
  /** Absent: it answered. */
  failure: z.enum(neighbourFailures).optional(),
  /** The system's name, for example 'AT&T' or 'MobileBroker'. */
  system: z.string(),
  /** When the system was asked; UTC, ISO 8601. */
  askedAt: z.iso.datetime(),
  /** How long the answer took, in milliseconds. */
  durationMs: z.number().int().nonnegative(),
})
export type SourceReport = z.infer<typeof SourceReport>

export const SimDetail = z.object({
  simId: z.string(),
  /** Null when neither prefix nor inventory names a vendor: then there is no carrier to ask. */
  vendorCode: z.enum(vendorCodes).nullable(),
  mobileBrokerSimData: MobileBrokerSimData.nullable(),
  vendorSimData: VendorSimData.nullable(),
  connectorSimData: ConnectorSimData.nullable(),
  /** One report per system that was asked. */
  sources: z.object({
    mobileBroker: SourceReport.optional(),
    vendor: SourceReport.optional(),
    connector: SourceReport.optional(),
  }),
})
export type SimDetail = z.infer<typeof SimDetail>

export const getSimDetail = defineCall({
  method: 'GET',
  path: '/siminformation/v1/simdetail/{simId}',
  access: 'sim-information.read',
  spec: '2.5, 7',
  summary: 'What MobileBroker, the carrier and Connector each say about a SIM, read live',
  params: z.strictObject({ simId: SimId }),
  /** With `source` only that system is asked, so that results can appear as they arrive and one can be retried. */
  query: z.strictObject({ source: z.enum(simSources).optional() }),
  data: SimDetail,
})

/** Where someone stands who waits for a carrier that serves few at a time (D30). */
export const PlaceInLine = z.object({
  /** Look-ups that came before this one. */
  ahead: z.number().int().nonnegative(),
  /** Until the answer, by how long the carrier has taken of late; null where no one knows yet. */
  aboutSeconds: z.number().int().nonnegative().nullable(),
  /** The carrier let a call time out, and has answered none since. */
  isSlow: z.boolean(),
})
export type PlaceInLine = z.infer<typeof PlaceInLine>

export const getPlaceInLine = defineCall({
  method: 'GET',
  path: '/siminformation/v1/simdetail/{simId}/place',
  access: 'sim-information.read',
  spec: 'D30',
  summary: 'How many look-ups at the carrier are before the one of this SIM that is waited for',
  params: z.strictObject({ simId: SimId }),
  /** Null where no one waits for this SIM, or its carrier has no line. */
  data: PlaceInLine.nullable(),
})

/** A month that may have been billed (specification 9). */
export const BillingMonth = z.strictObject({
  year: wholeNumber(billingYears.first, billingYears.last),
  month: wholeNumber(1, 12),
})

export const downloadBillingReport = defineCall({
  method: 'GET',
  path: '/siminformation/v1/downloadbillingreport/{year}/{month}',
  access: 'sim-information.read',
  spec: '2.5, 7, D22',
  summary: 'The billing lines of one month as CSV',
  params: BillingMonth,
  data: z.null(),
  file: 'text/csv',
})

export const simInformationCalls = { getSimDetail, getPlaceInLine, downloadBillingReport }
