import { overlap } from '@support-console/contract/ipv4'
import { type Change, isSame } from './changes.ts'
import { type CompanyDraft, effective, type FieldKey, type SubnetDraft } from './draft.ts'
import { fieldKeys, sayField } from './fields.ts'

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
 * Brings what someone else saved meanwhile (`theirs`) and what stands in the form (`mine`) together, field by field,
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

type Subnets = readonly SubnetDraft[]

const byId = (subnets: Subnets) =>
  new Map(subnets.flatMap((subnet) => (subnet.subnetId === null ? [] : [[subnet.subnetId, subnet] as const])))
const isSameNetwork = (one: SubnetDraft | undefined, other: SubnetDraft | undefined): boolean =>
  one?.domainIp === other?.domainIp && one?.cidr === other?.cidr

/**
 * Two people's changes of a company's subnets in one: what only one of them added, changed or removed is so. Undefined
 * where both changed the same subnet, or where what comes of it would overlap: then a person decides.
 */
export function mergeSubnets(base: Subnets, theirs: Subnets, mine: Subnets): SubnetDraft[] | undefined {
  const [before, they, me] = [byId(base), byId(theirs), byId(mine)]
  const merged: SubnetDraft[] = []
  for (const id of new Set([...they.keys(), ...me.keys()])) {
    const [old, hers, own] = [before.get(id), they.get(id), me.get(id)]
    const theyChanged = !isSameNetwork(old, hers)
    const iChanged = !isSameNetwork(old, own)
    if (theyChanged && iChanged && !isSameNetwork(hers, own)) return undefined
    const kept = theyChanged ? hers : own
    if (kept) merged.push(kept)
  }
  // A new one of mine that they have added as well is theirs by now.
  const isThere = (subnet: SubnetDraft) => merged.some((other) => isSameNetwork(subnet, other))
  merged.push(...mine.filter((subnet) => subnet.subnetId === null && !isThere(subnet)))
  const clashes = merged.some((one, at) => merged.slice(at + 1).some((other) => overlap(one, other)))
  return clashes ? undefined : merged
}
