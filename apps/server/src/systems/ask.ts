import type { SourceReport } from '@support-console/contract'
import { neighbourProblem, statusOfNeighbour } from '../platform/http/neighbour-problem.ts'
import { NeighbourError } from '../platform/outbound/index.ts'
import type { Platform } from '../platform/platform.ts'

/** What a system said: its data, or null and why not; with when it was asked and how long it took. */
export type Told<Data> =
  | { data: Data; report: SourceReport }
  /** The error is a NeighbourError, or a fault of the console itself. */
  | { data: null; report: SourceReport; error: unknown }

export interface Asking {
  platform: Pick<Platform, 'clock' | 'log'>
  /** Whoever asked went away: then nothing is told, and the signal's reason is thrown. */
  signal?: AbortSignal | undefined
}

/** The one way to read from a neighbour; one that fails or hangs harms nobody who asks others as well. */
export async function ask<Data>(
  { platform: { clock, log }, signal }: Asking,
  system: string,
  read: () => Promise<Data>,
): Promise<Told<Data>> {
  const askedAt = clock.now().toISOString()
  const startedAt = clock.elapsed()
  const report = (status: SourceReport['status'], message: string): SourceReport => ({
    status,
    message,
    system,
    askedAt,
    durationMs: Math.round(clock.elapsed() - startedAt),
  })
  try {
    return { data: await read(), report: report('Success', '') }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof NeighbourError)
      return { data: null, report: report(statusOfNeighbour[error.kind], error.sentence), error }
    log.error({ err: error, system }, 'asking a neighbour failed in the console itself')
    const message = `The console could not make sense of ${system}. Tell the administrator.`
    return { data: null, report: report('CarrierError', message), error }
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
