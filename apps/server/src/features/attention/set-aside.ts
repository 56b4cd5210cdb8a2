import { carrierNames, outageScopes, type VendorCode } from '@support-console/contract'
import type { ActivePlan } from '../outages/index.ts'
import type { Fault } from './source.ts'

/** A row may have begun so long before the work that it is of: panels were heard a little before. In milliseconds. */
const beforeMs = 15 * 60_000

/** The planned work that a row is expected by; what began before it is none of its. */
export function planOf(
  { of, since }: { of: Fault['of']; since: Date },
  plans: readonly ActivePlan[],
): ActivePlan | undefined {
  return plans.find((plan) => since.getTime() >= plan.time.from.getTime() - beforeMs && isPartOf(of, plan.of))
}

function isPartOf({ kind, id }: Fault['of'], plan: ActivePlan['of']): boolean {
  if (kind === plan.kind && id === plan.id) return true
  if (plan.kind === 'webconnect')
    return kind === 'neighbour' ? id === 'WebConnect' : outageScopes.some((scope) => scope === kind)
  return plan.kind === 'carrier' && kind === 'neighbour' && id === carrierNames[plan.id as VendorCode]
}
