import type { NeighbourFailure } from '@support-console/contract'
import type { Unanswered } from './facts.ts'

const hows: Partial<Record<NeighbourFailure, Unanswered>> = {
  refused: 'refused',
  credentials: 'refused',
  malformed: 'unreadable',
  'mixed-up': 'unreadable',
}

/** A source's failure as a fact. @param failure null: an earlier version kept it without its kind */
export const unanswered = (
  of: { source: string; at: string | null; why: string },
  failure: NeighbourFailure | null = null,
) => ({
  is: 'unanswered' as const,
  how: (failure && hows[failure]) ?? 'no-answer',
  ...of,
  ...(failure && { failure }),
})
