import { type Answer, type NeighbourError, neighbourErrors } from '../../../platform/outbound/index.ts'
import { errorOfStatus, refusalInWords } from '../../answer-errors.ts'
import { AttError } from './att.wire.ts'

const RATE_LIMIT = '40000029'

/** What an answer of AT&T that is no success means. */
export function attError(system: string, answer: Answer): NeighbourError {
  const body = answer.tryJson(AttError)
  const code = body?.errorCode == null ? undefined : String(body.errorCode)
  const facts = { detail: `HTTP ${answer.status}`, ...(code ? { code } : {}) }
  // The HTTP code that travels with it is not published, so the error code decides.
  if (code === RATE_LIMIT) {
    const wait = answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs }
    return neighbourErrors.busy(system, { ...facts, ...wait })
  }
  // A 404 without the API's own error body comes from a wrong address: the operator's web pages answer so.
  if (answer.status === 404 && body) return neighbourErrors.notFound(system, facts)
  if (answer.status === 400 && body) {
    return neighbourErrors.refused(system, {
      ...facts,
      sentence: refusalInWords(system, body.errorMessage, code),
    })
  }
  return errorOfStatus(system, answer, code)
}
