import {
  carrierNames,
  type NetworkModel,
  networkModelNames,
  type OutageScope,
  type VendorCode,
} from '@support-console/contract'

/** What many have in common, as people know it. @param companyName of a company; empty: it is gone */
export function nameOfScope(scope: OutageScope, id: string, companyName: string): string {
  if (scope === 'company') return companyName
  if (scope === 'same-time') return ''
  if (scope === 'network-model') return networkModelNames[id as NetworkModel] ?? id
  return scope === 'carrier' ? (carrierNames[id as VendorCode] ?? id) : id
}
