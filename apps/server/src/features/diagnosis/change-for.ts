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

/** ', which was done at 12:30 by support@…': in a sentence about what a change here has led to. */
export const sayChange = ({ since, changedBy }: ReturnType<typeof changeFor>, what: string): string =>
  since ? `, ${what} at ${since.at}${changedBy?.who ? ` by ${changedBy.who}` : ''}` : ''
