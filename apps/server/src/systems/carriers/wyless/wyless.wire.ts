import { z } from 'zod'

/** Porthos' shapes; only the members that we use. An empty element reads as '', a missing one as undefined. */
const text = z.string().nullish()

/** The `ResponseType` of SingleSIMInquiry and its like. */
export const WylessResponse = z.object({
  SIMNo: text,
  MSISDN: text,
  IMEI: text,
  Status: text,
  IPAddress: text,
  Result: text,
  Description: text,
  Code: text,
  Time: text,
})
export type WylessResponse = z.infer<typeof WylessResponse>

/** GetNetworkConnectionOnlineStatus; Authenticate */
export const WylessText = z.string().nullish()
