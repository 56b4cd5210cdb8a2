import { z } from 'zod'

const text = z.string().nullish()

/** GET /sims/{iccid} (docs/neighbours/panel-systems.md) */
export const BrokerSim = z.object({
  iccid: z.string(),
  status: text,
  imei: text,
  ipAddress: text,
  msisdn: text,
  online: z.boolean().nullish(),
  realIp: text,
  natIp: text,
  referenceNumber: text,
  activatedBy: text,
  updatedAt: text,
})
export type BrokerSim = z.infer<typeof BrokerSim>

export const BrokerError = z.object({ error: z.string() })
