import type { z } from 'zod'
import { type Answer, NeighbourError, neighbourErrors } from '../../../platform/outbound/index.ts'
import { errorOfStatus } from '../../answer-errors.ts'
import { AerisRefusal, type AerisResult } from './aeris.wire.ts'

/** Not published: the number that the field uses, and the words that any number would come with. */
const UNKNOWN_DEVICE = 1006
/** Confirmed: 'Device not Activated.' */
const NOT_ACTIVATED = '1047'
const unknownDevice = /not found|unknown|does not exist/i

/** Aeris keeps no network status of a device that is not in service. */
export const isNotActivated = (error: unknown): boolean =>
  error instanceof NeighbourError && error.code === NOT_ACTIVATED

/** What an HTTP code other than 200 means. */
export function aerisError(system: string, answer: Answer): NeighbourError {
  const body = answer.tryJson(AerisRefusal)
  if (answer.status === 404 && body) {
    return neighbourErrors.notFound(system, { detail: 'HTTP 404', code: body.status })
  }
  return errorOfStatus(system, answer, body?.status)
}

/** What a resultCode other than 0 inside HTTP 200 means; undefined for success. */
export function aerisResultError(
  system: string,
  result: z.infer<typeof AerisResult> | null | undefined,
): NeighbourError | undefined {
  if (!result || result.resultCode === 0) return undefined
  const words = (result.resultMessage ?? '').trim().replace(/\.$/, '').slice(0, 200)
  const facts = { code: String(result.resultCode), detail: `resultCode ${result.resultCode}` }
  if (result.resultCode === UNKNOWN_DEVICE || unknownDevice.test(words)) {
    return neighbourErrors.notFound(system, facts)
  }
  return neighbourErrors.refused(system, {
    ...facts,
    sentence: `${system} refused the request: ${words || 'no reason given'} (code ${result.resultCode}).`,
  })
}
