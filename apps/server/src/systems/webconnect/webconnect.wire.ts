import { normaliseIccid } from '@support-console/contract'
import { z } from 'zod'
import { wireText } from '../../platform/wire-text.ts'
import { instantOf } from '../instants.ts'

const longest = 200
const text = z
  .string()
  .nullish()
  .transform((value) => wireText(value ?? '', longest))
/** In milliseconds since 1970; null: never, or what no one can read. */
const instant = z
  .string()
  .nullish()
  .transform((value) => instantOf(value) ?? null)

/** A name becomes part of an address, where dots alone would lead elsewhere (R34). */
const containerName = z.string().regex(/^(?!\.+$)[\w.-]{1,100}$/)

/** GET /v1/containers (docs/neighbours/panel-systems.md) */
export const ContainerList = z.object({
  containers: z.array(z.object({ containerName })).max(1000),
})

/** GET /{containerName}/v1/metrics */
export const Metrics = z.object({
  time: z.string().transform((value, context) => {
    const at = instantOf(value)
    if (at === undefined) context.addIssue({ code: 'custom', message: 'is no time' })
    return at ?? 0
  }),
  // A figure that cannot be is none; what else the container says still counts.
  connectionCount: z.number().int().min(0).max(2_147_483_647).nullable().catch(null),
  cpuUsage: z.number().finite().nullable().catch(null),
  memoryUsage: z.number().finite().nullable().catch(null),
})
export type Metrics = z.infer<typeof Metrics>

const Connection = z.object({
  connectionId: text,
  transactionId: text,
  connectedTime: instant,
  lastReceivedTime: instant,
  lastSendDataTime: instant,
  lastReceivedStatus: text,
  cloud: z.object({ cloudId: text }).nullish(),
  ethernet: z.object({ ipAddress: text }).nullish(),
  portNumber: z.number().int().nullish().catch(null),
  // However it is written there (K4).
  iccid: text.transform(normaliseIccid),
})
export type Connection = z.infer<typeof Connection>

/** GET /{containerName}/v1/connections */
export const ConnectionPage = z.object({
  connections: z.array(Connection).max(5000),
  next: z.string().max(longest).nullish(),
})
export type ConnectionPage = z.infer<typeof ConnectionPage>
