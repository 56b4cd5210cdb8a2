import { type Answer, type NeighbourError, neighbourErrors } from '../../platform/outbound/index.ts'
import { errorOfStatus, refusalInWords } from '../answer-errors.ts'
import { PortalError } from './remote-portal.wire.ts'

export const portalName = 'Remote Portal'

/** What an answer of the Remote Portal that is no success means. */
export function portalError(answer: Answer, [, remoteId]: readonly string[]): NeighbourError {
  const body = answer.tryJson(PortalError)
  if (answer.status === 404 && body?.error === 'PANEL_NOT_FOUND')
    return neighbourErrors.notFound(portalName, {
      code: body.error,
      sentence: `${portalName} does not know a panel ${remoteId}. Check its Remote Portal ID.`,
    })
  if (body && (answer.status === 409 || answer.status === 422))
    return neighbourErrors.refused(portalName, {
      code: body.error,
      detail: `HTTP ${answer.status}`,
      sentence: refusalInWords(portalName, body.message, body.error),
    })
  return errorOfStatus(portalName, answer, body?.error)
}
