import type { TimelineStep } from '@support-console/contract'
import type { ChangedField } from '@support-console/contract/audit-trail.words'
import { canPutBack, formerOf } from '@support-console/contract/companies.words'
import { readNetwork } from '@support-console/contract/ipv4'
import { asTyped, type CompanyDraft, type SubnetDraft, subnetRow } from './draft.ts'
import { saySubnet } from './fields.ts'

/** A form with what these changes replaced in it; what they did not touch stays as it is now. */
export function putBack(draft: CompanyDraft, changes: readonly ChangedField[]): CompanyDraft {
  let next = draft
  for (const change of changes) {
    const former = formerOf(change)
    if (!former) continue
    next =
      former.key === 'subnets'
        ? { ...next, subnets: putSubnetBack(next.subnets, former) }
        : { ...next, ...asTyped({ [former.key]: former.value }) }
  }
  return next
}

/** `was` null: it was added then; `is` null: it was removed. One that has moved on since is left alone. */
function putSubnetBack(
  subnets: readonly SubnetDraft[],
  { was, is }: { was: string | null; is: string | null },
): readonly SubnetDraft[] {
  const network = was === null ? undefined : readNetwork(was)
  if (was === null || !network) return subnets.filter((subnet) => saySubnet(subnet) !== is)
  const { domainIp, cidr } = network
  if (cidr === undefined || subnets.some((subnet) => saySubnet(subnet) === was)) return subnets
  if (is === null) return [...subnets, subnetRow(domainIp, cidr)]
  return subnets.map((subnet) => (saySubnet(subnet) === is ? { ...subnet, domainIp, cidr } : subnet))
}

/** Of a transaction's steps the one that saved the company, with what it changed. */
export const saveIn = (steps: readonly TimelineStep[], companyId: number) =>
  steps.find(
    ({ object, changes = [], isClaim }) =>
      !isClaim && object === `company ${companyId}` && canPutBack(object, changes),
  )
