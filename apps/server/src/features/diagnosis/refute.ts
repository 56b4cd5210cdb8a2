import type { Effect, Scope, ScopeKind, Since } from '@support-console/contract'
import type { Check } from './check.ts'
import { type Facts, knownOf } from './facts.ts'
import type { Observed } from './symptom.ts'

/** So far apart the clocks of two sources, and the moments at which they look, may be; in milliseconds. */
export const toleranceMs = 10 * 60_000
/** So long a panel may go on with what has already been taken from it: a session outlives what allowed it. */
const lingersMs = { 'at once': 30 * 60_000, 'within a day': 24 * 3600_000 } as const

/** Why a cause that is wrong all the same is not why the panel fell silent; null: the facts do not contradict it. */
export function refutationOf(
  { effect, since, acts, scope }: { effect: Effect; since: Since | null; acts: Check['acts']; scope: Scope },
  { symptom, since: silence }: Observed,
  facts: Facts,
): string | null {
  if (effect === 'beside' || facts.cloudId === null) return null
  if (symptom === 'reporting') return 'The panel reports anyway.'
  // What it sends arrives, so the way here is open, whatever a carrier says of its SIM.
  if (!silence && (symptom === 'refused' || symptom === 'one-way') && ofWay.has(scope.kind))
    return 'What the panel sends arrives anyway.'
  const heardAt = silence?.at ?? lastSeenWell(facts)
  if (!since || !heardAt) return null
  const fellSilent = Date.parse(heardAt)
  if (silence && earliest(since) !== null && Number(earliest(since)) > fellSilent + toleranceMs)
    return since.known === 'told'
      ? `It began at ${since.at}, after the panel fell silent.`
      : `This was not yet the case at ${since.after}, when the panel was already silent.`
  if (acts === 'one by one') return null
  const held = Date.parse(since.at)
  if (acts !== 'at the next session') return reportedMeanwhile(held, silence?.after ?? heardAt, acts)
  const begun = knownOf(facts.connection)?.connectedAt
  return begun && Date.parse(begun) > held + toleranceMs ? 'The panel connected during this time.' : null
}

/** @param heardAt until then it was seen to report */
function reportedMeanwhile(held: number, heardAt: string, acts: keyof typeof lingersMs = 'at once') {
  const isLong = held < Date.parse(heardAt) - lingersMs[acts]
  return isLong ? 'The panel reported during this time.' : null
}

/** What stands between a panel and its container. */
const ofWay: ReadonlySet<ScopeKind> = new Set([
  'sim',
  'sim-range',
  'carrier',
  'network-model',
  'vpn-endpoint',
])

/** Of a panel whose container no longer answers: when it was last seen to report. */
function lastSeenWell({ connection, container }: Facts): string | null {
  return knownOf(connection)?.state === 'connected' ? (knownOf(container)?.updateDate ?? null) : null
}

/** When it may have begun at the earliest; null: no one knows. */
export const earliest = ({ at, known, after }: Since): number | null =>
  known === 'told' ? Date.parse(at) : after === null ? null : Date.parse(after)
