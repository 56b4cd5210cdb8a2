import type { NeighbourFailure, SourceReport } from '@support-console/contract'
import { neighbourProblem, statusOfNeighbour } from '../platform/http/neighbour-problem.ts'
import { fieldsOf, type Observation } from '../platform/observations/observed.ts'
import { NeighbourError } from '../platform/outbound/index.ts'
import type { Platform } from '../platform/platform.ts'
import { currentLook } from '../platform/request-scope.ts'

/** What a system said: its data, or null and why not; with when it was asked and how long it took. */
export type Told<Data> =
  | { data: Data; report: SourceReport }
  /** The error is a NeighbourError, or a fault of the console itself. */
  | { data: null; report: SourceReport; error: unknown }

export interface Asking {
  platform: Pick<Platform, 'clock' | 'log' | 'observations'>
  /** The caller went away: then nothing is told, and the signal's reason is thrown. */
  signal?: AbortSignal | undefined
}

/** What the question is about, so that the answer is kept (connected console 2). */
interface About<Data> extends Pick<Observation, 'kind'> {
  /** The thing's main identifier in its one form; of some the answer alone tells it: then none is kept without one. */
  id: string | ((data: Data) => string | undefined)
  /** The source where it is not the system as a whole: 'AT&T session'. */
  source?: string
  /** What of the data is kept; the data itself where it is not said. */
  fields?: (data: Data) => object
}

/** The one way to read from a neighbour; one that fails or hangs harms no one who asks others as well. */
export async function ask<Data>(
  { platform: { clock, log, observations }, signal }: Asking,
  system: string,
  read: () => Promise<Data>,
  about?: About<Data>,
): Promise<Told<Data>> {
  const askedAt = clock.now().toISOString()
  const startedAt = clock.elapsed()
  const look = currentLook()
  const report = (
    status: SourceReport['status'],
    message: string,
    failure?: NeighbourFailure,
  ): SourceReport => ({
    status,
    message,
    ...(failure && { failure }),
    system,
    askedAt,
    durationMs: Math.round(clock.elapsed() - startedAt),
  })
  const note = (id: string | undefined, said: Observation['said'], { durationMs }: SourceReport) => {
    if (about && id !== undefined)
      observations.note({
        kind: about.kind,
        id,
        source: about.source ?? system,
        askedAt,
        tookMs: durationMs,
        look,
        said,
      })
  }
  try {
    const data = await read()
    const told = { data, report: report('Success', '') }
    if (about) {
      const { id, fields } = about
      const said = fieldsOf(fields ? fields(data) : (data as object))
      note(typeof id === 'string' ? id : id(data), { fields: said }, told.report)
    }
    return told
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof NeighbourError) {
      const told = report(statusOfNeighbour[error.kind], error.sentence, error.kind)
      const said = { status: told.status, problem: told.message, failure: error.kind }
      if (typeof about?.id === 'string') note(about.id, said, told)
      return { data: null, report: told, error }
    }
    log.error({ err: error, system }, 'asking a neighbour failed in the console itself')
    const message = `The console could not make sense of ${system}. Tell the administrator.`
    return { data: null, report: report('CarrierError', message, 'malformed'), error }
  }
}

/**
 * What a system says, for a call that is nothing without it.
 * @throws Problem in the system's words
 */
export async function answerOf<Data>(...question: Parameters<typeof ask<Data>>): Promise<Data> {
  const told = await ask(...question)
  if ('error' in told) throw neighbourProblem(told.error)
  return told.data
}
