import { type Change, isSame } from './changes.ts'
import { type CompanyDraft, effective, type FieldKey } from './draft.ts'
import { fieldKeys, sayField } from './fields.ts'
import { mergeSubnets } from './merge-subnets.ts'

/** A field that both changed, differently. `choice` undefined: not decided yet. */
export interface Disputed {
  readonly key: FieldKey
  /** In words. */
  readonly was: string
  readonly theirs: string
  readonly mine: string
  readonly choice: 'theirs' | 'mine' | undefined
}

interface Merged {
  /** The form's content: theirs where only they changed, mine elsewhere. */
  readonly draft: CompanyDraft
  /** What only they changed; the form has taken it over. */
  readonly takenOver: readonly Change[]
  readonly disputed: readonly Disputed[]
}

/**
 * Brings what somebody else saved meanwhile (`theirs`) and what stands in the form (`mine`) together, field by field,
 * over what both began with (`base`) (D10). Nothing of mine is overwritten: where both differ a person decides.
 *
 * `undecided`: fields that are still open from an earlier time; they stay so, with their latest value.
 */
export function merge(
  base: CompanyDraft,
  theirs: CompanyDraft,
  mine: CompanyDraft,
  undecided: readonly FieldKey[] = [],
): Merged {
  const [was, they, me] = [effective(base), effective(theirs), effective(mine)]
  let draft = mine
  const takenOver: Change[] = []
  const disputed: Disputed[] = []
  const take = (key: FieldKey, from: CompanyDraft) => {
    draft = { ...draft, [key]: from[key] }
  }
  for (const key of fieldKeys) {
    if (isSame(key, they, me)) continue
    const isOpen = undecided.includes(key)
    if (isSame(key, was, they) && !isOpen) continue
    if (isSame(key, was, me) && !isOpen) {
      take(key, theirs)
      takenOver.push({ key, from: sayField(key, was), to: sayField(key, they) })
      continue
    }
    const together = key === 'subnets' ? mergeSubnets(was.subnets, they.subnets, me.subnets) : undefined
    if (together) {
      draft = { ...draft, subnets: together }
      takenOver.push({ key, from: sayField(key, was), to: sayField(key, they) })
      continue
    }
    disputed.push({
      key,
      was: sayField(key, was),
      theirs: sayField(key, they),
      mine: sayField(key, me),
      choice: undefined,
    })
  }
  return { draft, takenOver, disputed }
}
