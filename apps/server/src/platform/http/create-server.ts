import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Platform } from '../platform.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { answerProblem, bodyLimit } from './error-handler.ts'
import { transactionIdOf } from './transactions.ts'

/** Fastify with every limit set (R29); its own defaults have none. */
export function createServer(platform: Platform): FastifyInstance {
  const { config } = platform
  const onError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerProblem(platform, error, request, reply)
  return Fastify({
    logger: false,
    genReqId: transactionIdOf,
    trustProxy: config.http.trustProxy,
    bodyLimit,
    // Longer than any call may last: a slow sender is ended by Node's own header and request time-outs below.
    connectionTimeout: 0,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 20_000, maxHeaderSize: 32_768, connectionsCheckingInterval: 5_000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: onError,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
    // R29 bounds parameters by their schemas, each call for itself; this is a little more than the longest that any
    // allows, so that the schema says what is too long: 500 ids of panels in one path. The header limit has room for it.
    routerOptions: { maxParamLength: 24_000, ignoreTrailingSlash: false, caseSensitive: true },
  })
}
