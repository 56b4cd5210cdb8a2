import { z } from 'zod'
import { Bytes } from '../usage.ts'

/** AerAdmin 5.0's shapes; only the fields that we use. */
const text = z.string().nullish()
const list = <Item extends z.ZodType>(item: Item) => z.array(item).nullish()

/** How every answer begins. HTTP 200 is not success: `resultCode` must be 0 (REST: a number, SOAP: text). */
export const AerisResult = z.object({ resultCode: z.coerce.number(), resultMessage: text })

/** POST devices/details */
export const AerisDevice = z.object({
  opCompletionTimestamp: text,
  deviceAttributes: list(
    z.object({
      result: AerisResult.nullish(),
      deviceID: z.object({ iccId: text, msisdn: text, imei: text }).nullish(),
      deviceStatus: text,
      active: z.boolean().nullish(),
      cancelCode: z.coerce.number().nullish().catch(null),
    }),
  ),
})
export type AerisDevice = z.infer<typeof AerisDevice>

/** GET devices/network/details */
export const AerisNetwork = z.object({
  opCompletionTimestamp: text,
  networkResponse: list(
    z.object({
      ICCID: text,
      MDN: text,
      MSISDN: text,
      dataSession: z.object({ lastStartTime: text, lastStopTime: text }).nullish(),
      registration: z.object({ isRegistered: z.boolean().nullish(), lastRegistrationTime: text }).nullish(),
    }),
  ),
})
export type AerisNetwork = z.infer<typeof AerisNetwork>

/** GET search/subscription/detail/monthly of the analytics service: a line for each SIM and month. */
export const AerisUsage = z.object({
  data: z.array(z.object({ iccid: text, rate_plan_label: text, total_bytes_transferred: Bytes })),
})
export type AerisUsage = z.infer<typeof AerisUsage>

/** Before the operation begins: 401, 500 */
export const AerisRefusal = z.object({ status: text, message: text })
