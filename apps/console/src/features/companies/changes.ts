import { type CompanyDraft, effective, type FieldKey } from './draft.ts'
import { fieldKeys, sayField, saySubnet } from './fields.ts'

/** A field that differs, with both values in words; empty for none. */
export interface Change {
  readonly key: FieldKey
  readonly from: string
  readonly to: string
}

/** Whether a field says the same in both: lists whatever their order, subnets by what they are. */
export function isSame(key: FieldKey, one: CompanyDraft, other: CompanyDraft): boolean {
  if (key === 'mnvOsInUse' || key === 'DeliveryTypes') return sayField(key, one) === sayField(key, other)
  if (key !== 'subnets') return String(one[key]) === String(other[key])
  const ids = (draft: CompanyDraft) =>
    draft.subnets.map((subnet) => `${subnet.subnetId ?? ''} ${saySubnet(subnet)}`).sort()
  return ids(one).join() === ids(other).join()
}

/** What saving `draft` changes of `base`, in the page's order. */
export function changesOf(base: CompanyDraft, draft: CompanyDraft): Change[] {
  const [before, after] = [effective(base), effective(draft)]
  return fieldKeys
    .filter((key) => !isSame(key, before, after))
    .map((key) => ({ key, from: sayField(key, before), to: sayField(key, after) }))
}

/** Changes of these reach SIMs in the field (2.6). */
export const reachesSims = ({ key }: Change): boolean => key === 'vpnEndpoint' || key === 'subnets'
