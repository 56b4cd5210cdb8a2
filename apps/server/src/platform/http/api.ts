import { type Call, permissions } from '@support-console/contract'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'
import type { EndedSignOns } from '../sign-on/ended-sign-ons.ts'
import type { Guard } from '../sign-on/guard.ts'
import { keyOf } from './call-context.ts'
import type { RateLimits } from './rate-limits.ts'

/** Where features register their calls. */
export interface Api {
  app: FastifyInstance
  platform: Platform
  guard: Guard
  endedSignOns: EndedSignOns
  limits: RateLimits
  /** What is registered so far; 404 and 405 are told apart by it. */
  registered: Map<string, Call>
  /** Mutating handlers that still run, also after their caller got a time-out; a stop waits for them. */
  running: Set<Promise<unknown>>
}

/** Refuses a call that would stand open by mistake (R15) or stands twice: the start ends here. */
export function enlist(api: Api, call: Call): void {
  const key = keyOf(call)
  const known = call.access === 'public' || call.access === 'signed-in' || permissions.includes(call.access)
  if (!known) throw new Error(`${key} names no permission that exists`)
  if (api.registered.has(key)) throw new Error(`${key} is registered twice`)
  api.registered.set(key, call)
}

/** `/a/{b}` of the contract as a pattern for whole paths below /api. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^/api${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
}
