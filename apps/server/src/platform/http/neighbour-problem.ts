import { NeighbourError, type NeighbourErrorKind } from '../outbound/index.ts'
import { Problem } from '../problem.ts'

/** The envelope's word for what went wrong with a neighbour (D7). */
export const statusOfNeighbour = {
  'not-found': 'NotFound',
  busy: 'Busy',
  unreachable: 'Unavailable',
  resting: 'Unavailable',
  timeout: 'Unavailable',
  'server-error': 'CarrierError',
  malformed: 'CarrierError',
  'mixed-up': 'CarrierError',
  refused: 'CarrierError',
  credentials: 'CarrierError',
} as const satisfies Record<NeighbourErrorKind, string>

/**
 * A neighbour's failure as the answer of a call that needs it.
 * @param said what is better than its kind's status and its own sentence
 * @throws what is no NeighbourError, as it came
 */
export function neighbourProblem(
  error: unknown,
  { status, sentence }: { status?: Problem['status'] | undefined; sentence?: string } = {},
): Problem {
  if (!(error instanceof NeighbourError)) throw error
  return new Problem(status ?? statusOfNeighbour[error.kind], sentence ?? error.sentence, {
    detail: { system: error.system, kind: error.kind, code: error.code, why: error.detail },
    cause: error,
  })
}
