import { typedGuid } from '@support-console/contract/guid'
import { normaliseIccid } from '@support-console/contract/iccid'
import { bareValue, withoutGaps } from '@support-console/contract/pasted'
import type { IdentifierKind } from '../identifier-text.ts'

/** What an identifier field holds of what was typed or pasted (D24, D47). */
export function bareIdentifier(typed: string, kind: IdentifierKind): string {
  if (kind === 'iccid') return normaliseIccid(typed)
  // A GUID needs its dashes, and may have braces; all others are typed with and without.
  if (kind === 'guid') return typedGuid(typed)
  return withoutGaps(bareValue(typed))
}
