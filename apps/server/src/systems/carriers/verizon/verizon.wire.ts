import { z } from 'zod'
import { Bytes } from '../usage.ts'

/** ThingSpace Connectivity Management's shapes; only the fields that we use. */
const text = z.string().nullish()

/** POST /oauth2/token */
export const ApiToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
})

/** POST /session/login */
export const SessionLogin = z.object({ sessionToken: z.string().min(1) })

export const VerizonDevice = z.object({
  accountName: text,
  billingCycleEndDate: text,
  carrierInformations: z.array(z.object({ state: text })).nullish(),
  connected: z.boolean().nullish(),
  customFields: z.array(z.object({ key: text, value: text })).nullish(),
  deviceIds: z
    .array(z.object({ kind: text, id: text }))
    .nullish()
    .transform((ids) => ids ?? []),
  extendedAttributes: z.array(z.object({ key: text, value: text })).nullish(),
  ipAddress: text,
  lastActivationDate: text,
  lastConnectionDate: text,
})
export type VerizonDevice = z.infer<typeof VerizonDevice>

/** POST /devices/actions/list */
export const DeviceList = z.object({ hasMoreData: z.boolean().nullish(), devices: z.array(VerizonDevice) })

/** POST /devices/actions/list/imeiiccidmismatch */
export const MismatchList = z.object({
  devices: z
    .array(z.object({ iccid: text, preImei: text, postImei: text }))
    .nullish()
    .transform((devices) => devices ?? []),
})

/** POST /devices/usage/actions/list: the days of a time, each of which several sources may tell. */
export const UsageHistory = z.object({
  hasMoreData: z.boolean().nullish(),
  usageHistory: z
    .array(
      z.object({
        bytesUsed: Bytes.nullish(),
        servicePlan: text,
        source: text,
        timestamp: z.string(),
      }),
    )
    .nullish()
    .transform((days) => days ?? []),
})
export type UsageRecord = z.infer<typeof UsageHistory>['usageHistory'][number]

/** POST /devices/actions/deactivate: accepted, nothing more. */
export const RequestAccepted = z.object({ requestId: z.string().min(1).max(100) })

/** GET /accounts/{account}/requests/{requestId}/status */
export const RequestStatus = z.object({ requestId: z.string(), status: z.string() })
export type RequestStatus = z.infer<typeof RequestStatus>

/** GET /callbacks/{account}; the service's name has two names among the sources. */
export const Callbacks = z.array(
  z.object({ serviceName: text, name: text, url: text, username: text, password: text }),
)
export type Callback = z.infer<typeof Callbacks>[number]

/** Three dialects of failure: the service's own, the gateway's, and OAuth's. */
export const ServiceError = z.object({ errorCode: z.string(), errorMessage: text })
export const GatewayFault = z.object({ fault: z.object({ code: z.union([z.string(), z.number()]) }) })
export const OAuthError = z.object({ error: z.string() })

/** Where Verizon tells results, and how it shows that it is Verizon. */
export interface CallbackAddress {
  url: string
  username: string
  password: string
}

/** Calls in flight where nothing is set; Verizon publishes no limit. */
export const VERIZON_IN_FLIGHT = 8
/** Its SDK says 100 at most, its clients ask for up to 500. */
export const VERIZON_PAGE = 100
