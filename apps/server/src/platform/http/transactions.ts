import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { calls } from '@support-console/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Platform } from '../platform.ts'
import { createCount } from './rate-limits.ts'
import { givenTransactionId, inScope } from './request-scope.ts'

/** The id of a request: the caller's where it is a UUID, else a new one (D8, R33). */
export const transactionIdOf = (raw: Pick<IncomingMessage, 'headers'>): string =>
  givenTransactionId(raw.headers['x-transaction-id']) ?? randomUUID()

declare module 'fastify' {
  interface FastifyRequest {
    /** What there is to say in the log of a refusal of nobody whom we know. */
    strangersRefusal: Record<string, unknown> | undefined
  }
}

/** Every answer names its transaction; every call leaves one line in the log (route pattern, not URL) and a figure. */
export function followTransactions(app: FastifyInstance, { log, metrics, clock }: Platform): void {
  const strangers = createStrangers({ log, clock })
  app.decorateRequest('user', undefined)
  app.decorateRequest('run', undefined)
  app.decorateRequest('strangersRefusal', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-transaction-id', request.id)
    inScope({ transactionId: request.id }, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const seconds = reply.elapsedTime / 1000
    const status = String(reply.statusCode)
    // How long somebody listens says nothing of how fast the server is.
    if (!isStream(reply)) metrics.httpDuration.observe({ method: request.method, route, status }, seconds)
    const { strangersRefusal, ip } = request
    if (strangersRefusal ? !strangers.mayLog(ip) : isQuiet(route)) return
    inScope({ transactionId: request.id }, () =>
      log.info(
        {
          method: request.method,
          route,
          code: reply.statusCode,
          durationMs: Math.round(reply.elapsedTime),
          remoteAddress: ip,
          ...strangersRefusal,
          ...(request.user ? { subject: request.user.subject, email: request.user.email } : {}),
        },
        strangersRefusal ? 'call refused' : 'call answered',
      ),
    )
  })
}

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

/** Asked every few seconds by machines, by every start of the console, and assets: figures only. */
const isQuiet = (route: string): boolean => quiet.has(route)
const quiet = new Set(['/healthz', '/readyz', '/*', `/api${calls.getRuntimeConfig.path}`])

/** So many refusals of strangers are logged of each address in a minute. */
const mostLogged = 10

/** So that nobody who knows nothing fills the log: what is left out of it is told once a minute, by its number. */
function createStrangers({ log, clock }: Pick<Platform, 'log' | 'clock'>) {
  const counted = createCount(clock, 60_000)
  let unlogged = 0
  return {
    mayLog(ip: string): boolean {
      if (counted.add(ip).times <= mostLogged) return true
      if (unlogged === 0)
        clock.after(60_000, () => {
          log.info({ calls: unlogged }, 'more calls of strangers were refused than were logged')
          unlogged = 0
        })
      unlogged += 1
      return false
    },
  }
}
