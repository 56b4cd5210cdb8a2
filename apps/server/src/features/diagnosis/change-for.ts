import type { Change } from '@support-console/contract'
import type { Judgement } from './check.ts'
import { type Facts, knownOf } from './facts.ts'

/** Since when, and by whom: of the last change here that this concerns. Nothing where none is known. */
export function changeFor(
  { history }: Facts,
  concerns: (change: Change) => boolean,
): Pick<Judgement, 'since' | 'changedBy'> {
  const change = (knownOf(history) ?? []).find(concerns)
  if (!change) return {}
  const { at, who, transactionId } = change
  return {
    since: { at, known: 'told', after: null },
    changedBy: transactionId === null ? null : { transactionId, who, at },
  }
}
