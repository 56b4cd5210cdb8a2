import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'
import { problems } from '../problem.ts'
import { sendProblem } from './send.ts'

/**
 * Answers calls with 503 at once while the event loop is far behind, rather than everything late. The console's own
 * pages and programs cost next to nothing: a visitor gets them, and they wait for the server (decision 17).
 */
export async function shedLoad(
  app: FastifyInstance,
  { config, metrics }: Pick<Platform, 'config' | 'metrics'>,
): Promise<void> {
  const maxEventLoopDelay = config.http.overloadDelayMs
  await app.register(underPressure, {
    maxEventLoopDelay,
    // As long as the delay that is looked for: a shorter sample would call one stall without a measurement endless.
    sampleInterval: Math.max(1_000, maxEventLoopDelay),
    pressureHandler: (request, reply) => {
      if (!request.url.startsWith('/api/')) return
      metrics.overloads.inc()
      sendProblem(reply, problems.overloaded())
    },
  })
}
