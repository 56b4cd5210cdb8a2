import { overlap } from '@support-console/contract/ipv4'
import type { SubnetDraft } from './draft.ts'

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
