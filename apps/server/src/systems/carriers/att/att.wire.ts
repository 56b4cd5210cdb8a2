import { z } from 'zod'
import { Bytes } from '../usage.ts'

/** Cisco IoT Control Center's shapes; only the fields that we use. */
const text = z.string().nullish()

/** GET /devices/{iccid} */
export const AttDevice = z.object({
  iccid: z.string(),
  msisdn: text,
  imei: text,
  status: text,
  fixedIPAddress: text,
  dateUpdated: text,
})
export type AttDevice = z.infer<typeof AttDevice>

/** GET /devices?modifiedSince=…: no IMEI, no time of the change. */
export const AttDevicePage = z.object({
  devices: z.array(z.object({ iccid: z.string(), status: text })),
  lastPage: z.boolean(),
})

/** GET /devices/{iccid}/sessionInfo */
export const AttSession = z.object({
  iccid: z.string(),
  ipAddress: text,
  dateSessionStarted: text,
  dateSessionEnded: text,
})
export type AttSession = z.infer<typeof AttSession>

/** GET /devices/{iccid}/usageInZone: the present billing cycle, by plan and zone. */
export const AttUsage = z.object({
  iccid: z.string(),
  /** Midnight of the account's zone, and a second before another one. */
  cycleStartDate: z.string(),
  cycleEndDate: z.string(),
  deviceCycleUsageInZones: z.record(
    z.string(),
    z.array(
      z.object({
        ratePlan: text,
        ratePlanVersion: text,
        zone: text,
        dataUsage: Bytes.nullish(),
        dataUsageUnit: text,
      }),
    ),
  ),
})
export type AttUsage = z.infer<typeof AttUsage>

/** PUT /devices/{iccid}: a small object, expected to hold the ICCID. */
export const AttEdited = z.object({ iccid: text })

/** Every error; errorCode is a number as text, and absent before authentication. */
export const AttError = z.object({
  errorMessage: text,
  errorCode: z.union([z.string(), z.number()]).nullish(),
})
