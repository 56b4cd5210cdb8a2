import { type Call, calls } from '@support-console/contract'
import type { FastifyRequest } from 'fastify'

const names = new Map<unknown, string>(Object.entries(calls).map(([name, call]) => [call, name]))

/** What is asked for beside the calls of the contract. */
const others: Record<string, string> = {
  '/healthz': '(health)',
  '/readyz': '(health)',
  '/csp-reports': '(CSP reports)',
  '/*': '(page)',
}

/** A call by the contract's name: of what nobody knows, no more than that. */
export function callLabels({ routeOptions }: FastifyRequest): { call: string; length: 'brief' | 'long' } {
  const { call } = routeOptions.config as { call?: Call }
  const isLong = call?.lastsUpTo !== undefined || call?.file !== undefined
  return {
    call: names.get(call) ?? others[routeOptions.url ?? ''] ?? '(other)',
    length: isLong ? 'long' : 'brief',
  }
}
