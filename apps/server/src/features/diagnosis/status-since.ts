import type { Since } from '@support-console/contract'
import { type Fact, type Facts, knownOf, type SaidOfSim } from './facts.ts'

/** Since when a source says what it says of the SIM's state: as it tells, or as it was seen; null: nobody knows. */
export function statusSince(
  said: { fact: Pick<Fact<unknown>, 'source'>; says: SaidOfSim | null } | undefined,
  { changes }: Pick<Facts, 'changes'>,
): Since | null {
  if (!said?.says) return null
  const { changedAt: at, deviceStatus } = said.says
  if (at) return { at, known: 'told', after: null }
  const [last] = (knownOf(changes) ?? []).filter(
    ({ source, field }) => source === said.fact.source && field === 'deviceStatus',
  )
  if (!last || last.after !== deviceStatus) return null
  return { at: last.at.toISOString(), known: 'seen', after: last.notAt?.toISOString() ?? null }
}

/** ' at 09:12', or ' since 09:12, as first seen': in a sentence about a state. */
export const sayStatusSince = (since: Since | null): string =>
  since === null ? '' : since.known === 'told' ? ` at ${since.at}` : `, first seen at ${since.at}`
