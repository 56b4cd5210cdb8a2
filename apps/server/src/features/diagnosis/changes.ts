import type { Change, Diagnosis } from '@support-console/contract'
import { type Facts, knownOf } from './facts.ts'
import { toleranceMs } from './refute.ts'
import type { Observed } from './symptom.ts'

/** How long before a silence a change is told. */
export const beforeMs = 24 * 3600_000

/** What changed here in the 24 hours before the silence, or before now where nothing is silent; the newest first. */
export function changesOf(
  { history, now, whoNeeds }: Facts,
  { since, symptom }: Observed,
): Diagnosis['changes'] {
  const before = since && symptom !== 'reporting' ? since.at : null
  const until = before === null ? Date.parse(now) : Date.parse(before) + toleranceMs
  const state = history.is === 'known' ? 'known' : history.is === 'waiting' ? 'waiting' : ('failed' as const)
  const changes = (knownOf(history) ?? []).flatMap(({ right: _, ...change }): Change[] => {
    const at = Date.parse(change.at)
    return at <= until && at >= until - toleranceMs - beforeMs ? [change] : []
  })
  return {
    state,
    before,
    changes: changes.toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    whoNeeds,
  }
}
