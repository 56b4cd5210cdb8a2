import type { NeighbourError, NeighbourErrorKind } from '../outbound/index.ts'
import { Problem } from './problem.ts'

/** The envelope's word for what went wrong with a neighbour (D7). */
export const statusOfNeighbour = {
  'not-found': 'NotFound',
  busy: 'Busy',
  unreachable: 'Unavailable',
  timeout: 'Unavailable',
  'server-error': 'CarrierError',
  malformed: 'CarrierError',
  refused: 'CarrierError',
  credentials: 'CarrierError',
} as const satisfies Record<NeighbourErrorKind, string>

/** A neighbour's failure as the answer of a call that needs it. */
export function neighbourProblem(error: NeighbourError): Problem {
  return new Problem(statusOfNeighbour[error.kind], error.sentence, {
    detail: { system: error.system, kind: error.kind, code: error.code, why: error.detail },
    cause: error,
  })
}
