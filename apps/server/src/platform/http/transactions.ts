import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Call, calls, isReading } from '@support-console/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../platform.ts'
import { givenTransactionId, inScope, type RequestScope, scopeOf } from '../request-scope.ts'
import { parseTraceparent, traceIdOf } from '../traces/trace-context.ts'
import type { Tracer } from '../traces/tracer.ts'
import { createCount } from './rate-limits.ts'

/** The id of a request: the caller's where it is a UUID, else a new one (D8, R33). */
export const transactionIdOf = (raw: Pick<IncomingMessage, 'headers'>): string =>
  givenTransactionId(raw.headers['x-transaction-id']) ?? randomUUID()

declare module 'fastify' {
  interface FastifyRequest {
    /** What all that is done for it belongs to. */
    scope: RequestScope | undefined
    /** What there is to say in the log of a refusal of no one whom we know. */
    strangersRefusal: Record<string, unknown> | undefined
  }
}

/** Every answer names its transaction; every call leaves one line in the log (route pattern, not URL) and a figure. */
export function followTransactions(app: FastifyInstance, { log, metrics, clock, tracer }: Platform): void {
  const strangers = createStrangers({ log, clock })
  app.decorateRequest('scope', undefined)
  app.decorateRequest('user', undefined)
  app.decorateRequest('run', undefined)
  app.decorateRequest('strangersRefusal', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-transaction-id', request.id)
    request.scope = openScope(request, tracer)
    inScope(request.scope, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { statusCode } = reply
    request.scope?.span?.end({ 'http.response.status_code': statusCode }, statusCode >= 500)
    // How long someone listens says nothing of how fast the server is.
    if (!isStream(reply))
      metrics.httpDuration.observe(
        { ...callLabels(request), status: String(statusCode) },
        reply.elapsedTime / 1000,
      )
    const { strangersRefusal, ip } = request
    if (strangersRefusal ? !strangers.mayLog(ip) : isQuiet(route)) return
    inScope(scopeOf(request), () =>
      log.info(
        {
          method: request.method,
          route,
          code: statusCode,
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

/** The caller's trace goes on, or one begins by the name of the transaction. A call of the contract is a span of it. */
function openScope(request: FastifyRequest, tracer: Tracer | undefined): RequestScope {
  const transactionId = request.id
  const parent = parseTraceparent(request.headers.traceparent)
  const traceId = parent?.traceId ?? traceIdOf(transactionId)
  const { call } = request.routeOptions.config as { call?: Call }
  // Anyone who begins a trace may say that it is not kept; a stream has no end to wait for.
  if (!tracer || !call || call.streams || parent?.isSampled === false) return { transactionId, traceId }
  if (isReading(call) && !tracer.samples(traceId)) return { transactionId, traceId }
  const span = tracer.begin(callLabels(request).call, 'server', parent ?? { traceId }, {
    'http.request.method': request.method,
    'http.route': request.routeOptions.url ?? '',
    'console.transaction_id': transactionId,
  })
  return { transactionId, traceId, span }
}

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

/** Asked every few seconds by machines, by every start of the console, and assets: figures only. */
const isQuiet = (route: string): boolean => quiet.has(route)
const quiet = new Set(['/healthz', '/readyz', '/*', `/api${calls.getRuntimeConfig.path}`])

/** So many refusals of strangers are logged of each address in a minute. */
const mostLogged = 10

/** So that no one who knows nothing fills the log: what is left out of it is told once a minute, by its number. */
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

const callNames = new Map<unknown, string>(Object.entries(calls).map(([name, call]) => [call, name]))

/** What is asked for beside the calls of the contract. */
const otherRoutes: Record<string, string> = {
  '/healthz': '(health)',
  '/readyz': '(health)',
  '/csp-reports': '(CSP reports)',
  '/mcp': '(MCP)',
  '/*': '(page)',
}

/** A call by the contract's name: of what no one knows, no more than that. */
function callLabels({ routeOptions }: FastifyRequest): { call: string; length: 'brief' | 'long' } {
  const { call } = routeOptions.config as { call?: Call }
  const isLong = call?.lastsUpTo !== undefined || call?.file !== undefined
  return {
    call: callNames.get(call) ?? otherRoutes[routeOptions.url ?? ''] ?? '(other)',
    length: isLong ? 'long' : 'brief',
  }
}
