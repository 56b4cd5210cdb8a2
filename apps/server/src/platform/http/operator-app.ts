import Fastify, { type FastifyInstance } from 'fastify'
import type { DatabaseFigures } from '../metrics/database-figures.ts'
import type { Platform } from '../platform.ts'
import { addHealth, type Health } from './health.ts'

/** What operators' machines ask, on a port of its own that is not for the public: /metrics, /healthz, /readyz. */
export function buildOperatorApp(
  platform: Platform,
  health: Health,
  figures: DatabaseFigures,
): FastifyInstance {
  const { metrics } = platform
  const app = Fastify({ logger: false, requestTimeout: 10_000, bodyLimit: 1024 })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })
  addHealth(app, platform, health, { toOperators: true })
  app.get('/metrics', async (_request, reply) => {
    await figures.refresh()
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  return app
}
