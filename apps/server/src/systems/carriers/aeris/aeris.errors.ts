import { unended } from '@support-console/contract/sentences'
import type { z } from 'zod'
import { type Answer, NeighbourError, neighbourErrors } from '../../../platform/outbound/index.ts'
import { errorOfStatus } from '../../answer-errors.ts'
import { type CarrierWords, isOneOfCodes, saysOne } from '../carrier-words.ts'
import { AerisRefusal, type AerisResult } from './aeris.wire.ts'

/** Confirmed: 'Device not Activated.' */
const NOT_ACTIVATED = '1047'

/** What Aeris says of the network status of a device that is not in service, and of some such devices themselves. */
export const isNotActivated = (error: unknown): boolean =>
  error instanceof NeighbourError && error.code === NOT_ACTIVATED

/** What an HTTP code other than 200 means. */
export function aerisError(system: string, answer: Answer): NeighbourError {
  const body = answer.tryJson(AerisRefusal)
  const code = body?.status ?? undefined
  if (answer.status === 404 && body) {
    return neighbourErrors.notFound(system, { detail: 'HTTP 404', ...(code ? { code } : {}) })
  }
  return errorOfStatus(system, answer, code)
}

/** What a resultCode that is no success inside HTTP 200 means; undefined for success. */
export function aerisResultError(
  system: string,
  result: z.infer<typeof AerisResult> | null | undefined,
  by: CarrierWords,
): NeighbourError | undefined {
  if (!result || isOneOfCodes(by.success, String(result.resultCode))) return undefined
  const words = unended(result.resultMessage ?? '').slice(0, 200)
  const facts = { code: String(result.resultCode), detail: `resultCode ${result.resultCode}` }
  if (saysOne(by.unknownSim, facts.code, words)) return neighbourErrors.notFound(system, facts)
  if (saysOne(by.notAuthenticated, facts.code, words)) return neighbourErrors.credentials(system, facts)
  return neighbourErrors.refused(system, {
    ...facts,
    sentence: `${system} refused the request: ${words || 'no reason given'} (code ${result.resultCode}).`,
  })
}
