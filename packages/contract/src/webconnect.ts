import { z } from 'zod'
import { defineCall } from './call.ts'
import { plainText, wholeNumber } from './text.ts'

/** One panel's connection to a WebConnect container (2.13, 3). Times are UTC, ISO 8601; null: never. */
export const WebConnectConnection = z.object({
  transactionId: z.string(),
  connectionId: z.string(),
  connectedTime: z.iso.datetime().nullable(),
  lastReceivedTime: z.iso.datetime().nullable(),
  lastSendDataTime: z.iso.datetime().nullable(),
  lastReceivedStatus: z.string(),
  cloud: z.object({ cloudId: z.string() }),
  /** The screen's host. */
  ethernet: z.object({ ipAddress: z.string() }),
  portNumber: z.number().int(),
  iccid: z.string(),
  /** Nothing was received for longer than the server's setting says. */
  isSilent: z.boolean(),
})
export type WebConnectConnection = z.infer<typeof WebConnectConnection>

export const WebConnectMetric = z.object({
  containerName: z.string(),
  connectionCount: z.number().int(),
  /** Per cent. */
  cpuUsage: z.number(),
  /** MB. */
  memoryUsage: z.number(),
  /** When the container said so, by the server's clock; UTC, ISO 8601. Null: it never answered. */
  updateDate: z.iso.datetime().nullable(),
  /**
   * How far the container's clock is ahead of the server's, in seconds; 0 within the tolerance. Its times are shown
   * moved by as much, so that all ages are by one clock.
   */
  clockOffsetSeconds: z.number().int(),
  /** Connections that have gone silent. */
  silentCount: z.number().int(),
  /** Why the container did not answer at the last try, in a sentence; empty: it did. */
  problem: z.string(),
  /** When the server last tried. */
  checkedAt: z.iso.datetime(),
  /** Its connections; left out with `details=false`. */
  metricsDetails: z.array(WebConnectConnection).optional(),
})
export type WebConnectMetric = z.infer<typeof WebConnectMetric>

export const getMetrics = defineCall({
  method: 'GET',
  path: '/wcmetrics/v1/metrics/getall',
  access: 'webconnect.read',
  spec: '2.13, 7',
  summary: 'What every WebConnect container last said of itself; its connections up to 50,000 in all',
  query: z.strictObject({
    /** `false`: without the connections, for a table that is read again and again. */
    details: z.enum(['true', 'false']).optional(),
  }),
  data: z.object({
    metrics: z.array(WebConnectMetric),
    /** The server's clock at this answer: ages are counted from it, whatever the reader's own clock says. */
    now: z.iso.datetime(),
    /** Seconds between two looks of the server. */
    intervalSeconds: z.number().int(),
    /** After how many minutes without receiving anything a connection counts as silent. */
    silentMinutes: z.number().int(),
  }),
})

const params = z.strictObject({ containerName: plainText(100).min(1) })

export const getConnections = defineCall({
  method: 'GET',
  path: '/wcmetrics/v1/metrics/{containerName}/connections',
  access: 'webconnect.read',
  spec: '2.13',
  summary: 'The connections of one container as they were last seen, by cloud ID',
  params,
  data: z.object({ updateDate: z.iso.datetime().nullable(), connections: z.array(WebConnectConnection) }),
})

export const getMetricsHistory = defineCall({
  method: 'GET',
  path: '/wcmetrics/v1/history',
  access: 'webconnect.read',
  spec: '2.13',
  summary:
    'Connections, CPU and memory of every container over the last hours, thinned to at most 200 points each',
  query: z.strictObject({ hours: wholeNumber(1, 168).optional() }),
  data: z.array(
    z.object({
      containerName: z.string(),
      points: z.array(
        z.object({
          at: z.iso.datetime(),
          connectionCount: z.number().int(),
          cpuUsage: z.number(),
          memoryUsage: z.number(),
        }),
      ),
    }),
  ),
})

export const webconnectCalls = { getMetrics, getConnections, getMetricsHistory }
