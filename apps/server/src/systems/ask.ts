import type { SourceReport } from '@support-console/contract'
import { neighbourProblem, statusOfNeighbour } from '../platform/http/neighbour-problem.ts'
import { NeighbourError } from '../platform/outbound/index.ts'
import type { Platform } from '../platform/platform.ts'

/** What a system said: its data, or null and why; with when it was asked and how long it took. */
export interface Told<Data> {
  data: Data | null
  report: SourceReport
}

interface Asking {
  platform: Pick<Platform, 'clock' | 'log'>
  /** Whoever asked went away: then nothing is told, and the signal's reason is thrown. */
  signal: AbortSignal
}

/** Asks a system for something; one that fails or hangs harms nobody who asks others as well. */
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
    signal.throwIfAborted()
    if (error instanceof NeighbourError)
      return { data: null, report: report(statusOfNeighbour[error.kind], error.sentence) }
    log.error({ err: error, system }, 'asking a neighbour failed in the console itself')
    const message = `The console could not make sense of ${system}. Tell the administrator.`
    return { data: null, report: report('CarrierError', message) }
  }
}

/**
 * What a system says, for a call that is nothing without it.
 * @throws Problem in the system's words
 */
export async function answerOf<Data>(read: () => Promise<Data>): Promise<Data> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof NeighbourError ? neighbourProblem(error) : error
  }
}
