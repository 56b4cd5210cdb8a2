import type { ThingState } from '@support-console/contract'
import { sayState } from '../../kit/thing-state/index.ts'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'

/** A look that is over says nothing of a state that began after it: then its verdict is what it was, not what is. */
export function changedSince(look: Look, state: ThingState | undefined): Look {
  const { known, endedAt, ahead } = look
  const since = state?.since
  if (!state || !since || endedAt === undefined || Date.parse(since) - ahead <= endedAt) return look
  const verdict = {
    ...known.verdict,
    state: 'not-known' as const,
    causes: [],
    sentence: text('ChangedSince', { state: sayState(state), since }),
    second: known.verdict.sentence && text('SaidBefore', { sentence: known.verdict.sentence }),
    next: null,
  }
  // Without a cause no hop is one; what the thing itself does is what has changed.
  const way = known.way.map((hop) =>
    hop.kind === look.kind
      ? { ...hop, state: 'unknown' as const, word: '' }
      : hop.state === 'cause'
        ? { ...hop, state: 'broken' as const }
        : hop,
  )
  return { ...look, known: { ...known, verdict, way } }
}
