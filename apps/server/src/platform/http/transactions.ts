import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'
import { givenTransactionId, inScope } from './request-scope.ts'

/** The id of a request: the caller's where it is a UUID, else a new one (D8, R33). */
export const transactionIdOf = (raw: Pick<IncomingMessage, 'headers'>): string =>
  givenTransactionId(raw.headers['x-transaction-id']) ?? randomUUID()

/** Every answer names its transaction; every call leaves one line in the log (route pattern, not URL) and a figure. */
export function followTransactions(app: FastifyInstance, { log, metrics }: Platform): void {
  app.decorateRequest('user', undefined)
  app.decorateRequest('attempt', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-transaction-id', request.id)
    inScope({ transactionId: request.id }, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const seconds = reply.elapsedTime / 1000
    const status = String(reply.statusCode)
    metrics.httpDuration.observe({ method: request.method, route, status }, seconds)
    if (isQuiet(route)) return
    inScope({ transactionId: request.id }, () =>
      log.info(
        {
          method: request.method,
          route,
          code: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime),
          remoteAddress: request.ip,
          ...(request.user ? { subject: request.user.subject, email: request.user.email } : {}),
        },
        'call answered',
      ),
    )
  })
}

/** Asked every few seconds by machines, and assets: figures only. */
const isQuiet = (route: string): boolean => route === '/healthz' || route === '/readyz' || route === '/*'
