import { z } from 'zod'

const text = z.string().nullish()

/** One of GET /devices?iccid= (docs/neighbours/panel-systems.md) */
export const ConnectorDevice = z.object({
  iccid: text,
  deviceStatus: text,
  imei: text,
  ip: text,
  phoneNumber: text,
  connection: text,
  realIp: text,
  natIp: text,
  sapCompanyId: text,
  companyName: text,
  lastSeenAt: text,
})
export type ConnectorDevice = z.infer<typeof ConnectorDevice>

export const ConnectorDevices = z.object({ devices: z.array(ConnectorDevice) })

export const ConnectorError = z.object({ code: z.string() })
