import { type Answer, NeighbourError, neighbourErrors } from '../../platform/outbound/index.ts'
import { errorOfStatus, refusalInWords } from '../answer-errors.ts'
import { PathfinderError } from './pathfinder.wire.ts'

export const pathfinderName = 'Pathfinder'
const FORBIDDEN = 'FORBIDDEN'
const unknownPanel = new Set(['PANEL_NOT_FOUND', 'MAPPING_NOT_FOUND'])

/** Whether Pathfinder understood and does not allow it (HTTP 403). */
export const isForbidden = (error: unknown): boolean =>
  error instanceof NeighbourError && error.kind === 'refused' && error.code === FORBIDDEN

/** What an answer of Pathfinder that is no success means. */
export function pathfinderError(answer: Answer): NeighbourError {
  const body = answer.tryJson(PathfinderError)
  if (answer.status === 404 && body && unknownPanel.has(body.code))
    return neighbourErrors.notFound(pathfinderName, {
      code: body.code,
      sentence: 'not found. Only panels that have connected to the system can be found.',
    })
  if (answer.status === 403)
    return neighbourErrors.refused(pathfinderName, {
      code: FORBIDDEN,
      detail: 'HTTP 403',
      sentence: refusalInWords(pathfinderName, body?.detail, body?.code),
    })
  return errorOfStatus(pathfinderName, answer, body?.code)
}
