import { calls } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { WebConnectTimes } from './collector.ts'
import { readConnections, readHistory, readMetrics } from './webconnect.store.ts'

/** The hours of a chart where no one says otherwise. */
const usualHours = 6

/** WebConnect Metrics (2.13). */
export function registerWebConnect(api: Api, { intervalMs, silentMinutes }: WebConnectTimes): void {
  const { db, clock } = api.platform

  registerCall(api, calls.getMetrics, async ({ query }) => ({
    data: {
      metrics: await readMetrics(db, { withConnections: query.details !== 'false', silentMinutes }),
      now: clock.now().toISOString(),
      intervalSeconds: Math.round(intervalMs / 1000),
      silentMinutes,
    },
  }))

  registerCall(api, calls.getConnections, async ({ params }) => ({
    data: await readConnections(db, params.containerName, silentMinutes),
  }))

  registerCall(api, calls.getMetricsHistory, async ({ query }) => ({
    data: await readHistory(db, query.hours ?? usualHours),
  }))
}
