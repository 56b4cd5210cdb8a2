import type { SimActivityItem, SimActivityStatus, VendorCode } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import { logText } from '../../kit/log-search/index.ts'

const all = { value: 'All', label: logText('All') }

const statuses = [
  'Activated',
  'Deactivated',
  'Error',
  'RatePlanChanged',
  'ChangingRatePlan',
] as const satisfies readonly SimActivityStatus[]

/** The two that the screen filters by (2.7). */
const carriers = ['ATT', 'VZN'] as const satisfies readonly VendorCode[]

export const statusOptions = [all, ...statuses.map((status) => ({ value: status as string, label: status }))]
export const carrierOptions = [
  all,
  ...carriers.map((code) => ({ value: code as string, label: carrierNames[code] })),
]

/** What is chosen of all that was found; undefined for All. */
export interface Filters {
  status: SimActivityStatus | undefined
  carrier: VendorCode | undefined
}

/** The filters of the address (`status`, `carrier`, D25); what is none of them is All. */
export const filtersOf = (address: URLSearchParams): Filters => ({
  status: statuses.find((status) => status === address.get('status')),
  carrier: carriers.find((code) => code === address.get('carrier')),
})

/** A transaction is shown whole when its first event or a later one has the status. */
export function filtered(items: readonly SimActivityItem[], { status, carrier }: Filters) {
  if (!status && !carrier) return items
  return items.filter(
    (item) =>
      (!carrier || item.vendorCode === carrier) &&
      (!status || item.status === status || item.subRows.some((row) => row.status === status)),
  )
}

/** Whether any of its events is an error. */
export const hasError = (item: SimActivityItem): boolean =>
  item.status === 'Error' || item.subRows.some((row) => row.status === 'Error')
