import { unended } from '@support-console/contract/sentences'
import { z } from 'zod'
import { type Answer, type NeighbourError, neighbourErrors } from '../platform/outbound/index.ts'

/**
 * What an HTTP code means where the system's own error code says nothing better. For answers that are no success.
 * @param code the system's own code, kept for the log
 */
export function errorOfStatus(system: string, answer: Answer, code?: string): NeighbourError {
  const facts = {
    detail: `HTTP ${answer.status}`,
    ...(code ? { code } : {}),
    // Every system here says its own no in JSON: a page is someone's in between, who may have let the request through.
    isDoubtful: answer.tryJson(z.object({})) === undefined,
  }
  if (answer.status === 401 || answer.status === 403) return neighbourErrors.credentials(system, facts)
  if (answer.status === 429) {
    const wait = answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs }
    return neighbourErrors.busy(system, { ...facts, ...wait })
  }
  if (answer.status >= 500) {
    return neighbourErrors.serverError(system, {
      ...facts,
      sentence: `${system} reports a fault of its own (HTTP ${answer.status}). Try again in a minute.`,
    })
  }
  if (answer.status >= 400 && answer.status !== 404) return neighbourErrors.refused(system, facts)
  // A redirect is not followed (R34), and a 404 without the system's own code comes from a wrong address.
  return answer.malformed('unexpected HTTP code')
}

/** A system's no with its own reason, for the user; the reason may be anything. */
export function refusalInWords(system: string, reason: string | null | undefined, code?: string): string {
  const words = unended(reason ?? '').slice(0, 200) || 'no reason given'
  return `${system} refused the request: ${words}${code ? ` (code ${code.slice(0, 50)})` : ''}.`
}
