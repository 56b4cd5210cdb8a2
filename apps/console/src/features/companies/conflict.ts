import type { Change } from './changes.ts'
import type { CompanyDraft, FieldKey } from './draft.ts'
import { sayField } from './fields.ts'
import type { Disputed } from './merge.ts'

/** Someone else has saved while the form stood open (D10). */
export interface Conflict {
  /** Who and when; null: the import, or the seed. */
  readonly by: string | null
  readonly at: string
  readonly takenOver: readonly Change[]
  readonly disputed: readonly Disputed[]
  /** The form as it stood then: what 'Keep mine' puts back. */
  readonly mine: CompanyDraft
}

/**
 * Typing into a field that is still open decides for what is typed. `draft`: the form with it; what comes
 * back is the form as it can be saved over `theirs`.
 */
export function decidedByTyping(
  conflict: Conflict,
  key: FieldKey,
  draft: CompanyDraft,
  theirs: CompanyDraft,
): { draft: CompanyDraft; conflict: Conflict } {
  if (!conflict.disputed.some((each) => each.key === key)) return { draft, conflict }
  const mine = mineOf(key, draft, theirs)
  return {
    draft: { ...draft, [key]: mine },
    conflict: {
      ...conflict,
      mine: { ...conflict.mine, [key]: mine },
      disputed: conflict.disputed.map((each) =>
        each.key === key ? { ...each, mine: sayField(key, draft), choice: 'mine' } : each,
      ),
    },
  }
}

/** My value of a field; a subnet of mine that they have removed is a new one by now. */
export function mineOf(key: FieldKey, mine: CompanyDraft, theirs: CompanyDraft): CompanyDraft[FieldKey] {
  if (key !== 'subnets') return mine[key]
  const ids = new Set(theirs.subnets.map(({ subnetId }) => subnetId))
  return mine.subnets.map((subnet) => (ids.has(subnet.subnetId) ? subnet : { ...subnet, subnetId: null }))
}
