import type { TimelineKind } from '@support-console/contract'
import { text } from './texts.ts'

/** Which entries the reader may not read. */
export function sayWithheld(kinds: readonly TimelineKind[]): string {
  if (kinds.includes('action')) return text('ActionsWithheld')
  if (kinds.includes('deactivation')) return text('DeactivationsWithheld')
  return text(kinds.every((kind) => kind === 'environment') ? 'EnvironmentWithheld' : 'OtherWithheld')
}
