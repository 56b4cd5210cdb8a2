import { NeighbourError } from '../../platform/outbound/index.ts'
import type { CarrierRules, CarrierSim, ChangeOutcome } from './carrier.ts'

/**
 * What a failed request for a change means (D5). A clear no of the carrier's own is a refusal; what surely did not begin
 * may be tried again; everything else may have happened.
 * @throws what is no NeighbourError: the caller went away, or a fault of our own
 */
export function outcomeOfFailure(error: unknown): ChangeOutcome {
  if (!(error instanceof NeighbourError)) throw error
  const { kind, sentence, code } = error
  if (error.mayHaveHappened)
    return { outcome: 'unknown', sentence: `${withoutAdvice(sentence)} ${NOT_KNOWN}` }
  if (kind === 'refused' || kind === 'not-found' || kind === 'credentials')
    return { outcome: 'refused', why: kind, sentence, ...(code ? { code } : {}) }
  return { outcome: 'not-asked', sentence }
}

/** For carriers whose yes is confirmed by a read: what that read showed. */
export function outcomeOfReading(
  system: string,
  rules: Pick<CarrierRules, 'deactivated'>,
  status: CarrierSim['deviceStatus'],
): ChangeOutcome {
  if (rules.deactivated.includes(status)) return { outcome: 'done' }
  return {
    outcome: 'unknown',
    sentence: `${system} accepted the deactivation but still shows the SIM as ${status}. ${NOT_KNOWN}`,
  }
}

/** For the same carriers: they said yes, and the read that should confirm it failed. */
export function outcomeUnconfirmed(system: string, error: unknown): ChangeOutcome {
  if (!(error instanceof NeighbourError)) throw error
  return {
    outcome: 'unknown',
    sentence: `${system} accepted the deactivation, but its check failed: ${withoutAdvice(error.sentence)} ${NOT_KNOWN}`,
  }
}

const NOT_KNOWN = 'It is not known yet whether the SIM was deactivated.'

/** A change must not be tried again just so, whatever the sentence for reads advises. */
export const withoutAdvice = (sentence: string) => sentence.replace(/ Try again\b.*$/, '')
