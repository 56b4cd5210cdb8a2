import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Platform } from '../platform.ts'
import type { Provider } from '../sign-on/provider.ts'
import { acceptJson } from './accept-json.ts'
import { type Api, refuseUnlistedRoutes } from './api.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { addCompression } from './compression.ts'
import { takeCspReports } from './csp-reports.ts'
import { answerProblem, bodyLimit, handleErrors } from './error-handler.ts'
import { addHealth, type Health, letGoWhenStopping } from './health.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { shedLoad } from './shed-load.ts'
import { refuseTwofold } from './strict-request.ts'
import { followTransactions, transactionIdOf } from './transactions.ts'

/** A server without calls: what a request meets before its own, in this order. */
export async function createServer(
  platform: Platform,
  health: Health,
  provider: Provider,
): Promise<Pick<Api, 'app' | 'registered'>> {
  const { config } = platform
  const app = withLimits(platform)
  const registered: Api['registered'] = new Map()
  refuseUnlistedRoutes(app, registered)

  followTransactions(app, platform)
  letGoWhenStopping(app, health)
  await addSecurityHeaders(app, config, provider)
  await addCompression(app)
  await shedLoad(app, platform)
  refuseTwofold(app)
  acceptJson(app)
  handleErrors(app, platform)
  addHealth(app, platform, health, { toOperators: false })
  await takeCspReports(app, platform)
  return { app, registered }
}

/** Fastify with every limit set (R29); its own defaults have none. */
function withLimits(platform: Platform): FastifyInstance {
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
