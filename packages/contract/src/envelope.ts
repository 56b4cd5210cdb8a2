import { z } from 'zod'

/**
 * The words an envelope's `status` can take, each with the HTTP code that it always travels with (decision 7).
 * `Busy` and `Conflict` share 409, `Unavailable` and `Unsettled` (a change that may still happen, or has happened
 * unrecorded) share 503: the word tells them apart.
 */
export const envelopeStatuses = {
  Success: 200,
  Accepted: 202,
  Invalid: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  TooSlow: 408,
  Conflict: 409,
  Busy: 409,
  TooLarge: 413,
  UnsupportedType: 415,
  TooMany: 429,
  HeadersTooLarge: 431,
  Error: 500,
  CarrierError: 502,
  Unavailable: 503,
  Unsettled: 503,
} as const

export type EnvelopeStatus = keyof typeof envelopeStatuses
export type ErrorStatus = Exclude<EnvelopeStatus, 'Success' | 'Accepted'>

/** A complaint about one field of a request, so that the console can show it beside that field. */
export const FieldIssue = z.object({ field: z.string(), message: z.string() })
export type FieldIssue = z.infer<typeof FieldIssue>

/** The generic API envelope (specification 3): what every call under /api answers with. */
export interface Envelope<Data = unknown> {
  status: EnvelopeStatus
  /** What happened and what to do next, in one sentence or two. Never a stack, SQL or a secret. */
  message: string
  data: Data
}

export const envelopeOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ status: z.enum(['Success', 'Accepted']), message: z.string(), data })

export const ErrorEnvelope = z.object({
  status: z.string(),
  message: z.string(),
  data: z.object({ issues: z.array(FieldIssue) }).nullable(),
})
