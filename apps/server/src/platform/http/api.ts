import { type Call, isReading, permissions } from '@support-console/contract'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'
import type { EndedSignOns } from '../sign-on/ended-sign-ons.ts'
import type { Guard } from '../sign-on/guard.ts'
import type { Provider } from '../sign-on/provider.ts'
import { keyOf } from './call-context.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Asked, Run } from './run.ts'

/** Where features register their calls. */
export interface Api {
  app: FastifyInstance
  platform: Platform
  guard: Guard
  provider: Provider
  endedSignOns: EndedSignOns
  limits: RateLimits
  /** What is registered so far, by key: any door runs calls from here, and 404 and 405 are told apart by it. */
  registered: Map<string, Registered>
  /** Mutating handlers that still run, also after their caller got a time-out; a stop waits for them. */
  running: Set<Promise<unknown>>
}

interface Registered {
  call: Call
  /** Begins a run of it. */
  open(asked: Asked): Run
}

/** Refuses a call that would stand open by mistake (R15), would leave no words (D18) or stands twice: the start ends here. */
export function enlist(api: Api, registered: Registered): void {
  const { call } = registered
  const key = keyOf(call)
  const known =
    call.access === 'public' ||
    call.access === 'any-right' ||
    call.access === 'signed-in' ||
    call.access === 'neighbour' ||
    permissions.includes(call.access)
  if (!known) throw new Error(`${key} names no permission that exists`)
  if (!isReading(call) && !call.audit) throw new Error(`${key} has no words for the audit trail`)
  if (api.registered.has(key)) throw new Error(`${key} is registered twice`)
  api.registered.set(key, registered)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that a route below /api answers; `none`: what is open to everybody by its nature. */
    call?: Call | 'none'
  }
}

/** Refuses a route below /api that did not come through `registerCall`: no caller would be asked who they are (R15). */
export function refuseUnlistedRoutes(app: FastifyInstance, registered: Api['registered']): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!/^\/api(\/|$)/.test(url)) return
    const call = config?.call
    if (call === 'none' || (call && registered.get(keyOf(call))?.call === call)) return
    throw new Error(`${method} ${url} was not registered as a call of the contract`)
  })
}

/** `/a/{b}` of the contract as a pattern for whole paths below /api. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^/api${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
}
