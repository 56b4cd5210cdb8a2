import type { SimActivityItem } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import type { Sheet } from '../../kit/download/index.ts'
import { daysInFileName, plainTime, timeWithOffset } from '../../kit/log-search/index.ts'
import type { Search } from './search.ts'

/**
 * The log as a file (2.7, D22, D35, D44). A line for each event, main and sub rows, in the order given. LocalStartTime is
 * when the transaction began, LocalDate when the event happened.
 */
export function sheetOf(items: readonly SimActivityItem[]): Omit<Sheet, 'name'> {
  return {
    columns: [
      { heading: 'SimId' },
      { heading: 'Carrier' },
      { heading: 'Status' },
      { heading: 'UTCDate', kind: 'time' },
      { heading: 'LocalStartTime', kind: 'localTime' },
      { heading: 'LocalDate', kind: 'localTime' },
      { heading: 'TransactionID' },
      { heading: 'StatusDescription' },
    ],
    rows: items.flatMap((item) =>
      [item, ...item.subRows].map((event) => [
        item.simId,
        carrierNames[item.vendorCode],
        event.status,
        plainTime(event.date),
        timeWithOffset(item.localDate),
        timeWithOffset(event.localDate),
        item.transactionId,
        event.statusDesc,
      ]),
    ),
  }
}

/** sim-activity-8901170000000000013-2026-11-14-to-2026-11-21 */
export function fileNameOf(search: Search): string {
  if (search.by === 'transactionId') return `sim-activity-transaction-${search.transactionId}`
  return `sim-activity-${search.simId}-${daysInFileName(search)}`
}
