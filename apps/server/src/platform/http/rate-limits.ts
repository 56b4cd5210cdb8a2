import rateLimit from '@fastify/rate-limit'
import type { Call } from '@support-console/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type User, userKey } from '../sign-on/user.ts'
import { problems } from './problem.ts'

/** How much one caller may ask for in a minute (R29); each replica counts for itself. */
export interface RateLimits {
  /** @throws Problem TooMany, which says when to come back */
  count(call: Call, request: FastifyRequest, user: User | undefined): Promise<void>
  /** Counts a refused sign-on by address, so that nobody can try tokens at will. */
  countRefusal(request: FastifyRequest): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the rate limit counts. */
    limitKey: string
  }
}

export async function createRateLimits(app: FastifyInstance, perMinute: number): Promise<RateLimits> {
  app.decorateRequest('limitKey', '')
  await app.register(rateLimit, { global: false, cache: 20_000 })
  const limiter = (max: number) =>
    app.createRateLimit({
      max: Math.max(1, Math.floor(max)),
      timeWindow: 60_000,
      keyGenerator: (request) => request.limitKey,
    })
  const ordinary = limiter(perMinute)
  // Exports and calls that wait for a carrier cost far more than others.
  const costly = limiter(perMinute / 10)
  const refused = limiter(perMinute / 5)

  async function count(limit: typeof ordinary, request: FastifyRequest, key: string): Promise<void> {
    request.limitKey = key
    const result = await limit(request)
    if (!result.isAllowed && result.isExceeded) throw problems.tooMany(Math.max(1, result.ttlInSeconds))
  }

  return {
    count: (call, request, user) =>
      count(isCostly(call) ? costly : ordinary, request, user ? userKey(user) : `address ${request.ip}`),
    countRefusal: (request) => count(refused, request, `refused ${request.ip}`),
  }
}

const isCostly = (call: Call): boolean => call.file !== undefined || call.lastsUpTo !== undefined
