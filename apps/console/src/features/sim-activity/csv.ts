import type { SimActivityItem } from '@support-console/contract'
import { csvText } from '../../ui/csv.ts'
import { daysInFileName, plainTime } from '../log-search/index.ts'
import { carrierNames } from '../sim-id/index.ts'
import type { Search } from './search.ts'

const headings = [
  'SimId',
  'Carrier',
  'Status',
  'UTCDate',
  'LocalStartTime',
  'LocalDate',
  'TransactionID',
  'StatusDescription',
]

/**
 * The log as a file (2.7, D22): UTF-8 with BOM, CRLF, cells neutralised. A line for each event, main and sub rows, in
 * the order given. LocalStartTime is when the transaction began, LocalDate when the event happened.
 */
export function csvOf(items: readonly SimActivityItem[]): string {
  const lines = items.flatMap((item) =>
    [item, ...item.subRows].map((event) => [
      item.simId,
      carrierNames[item.vendorCode],
      event.status,
      plainTime(event.date),
      plainTime(item.localDate),
      plainTime(event.localDate),
      item.transactionId,
      event.statusDesc,
    ]),
  )
  return csvText([headings, ...lines])
}

/** sim-activity-8901170000000000013-2026-11-14-to-2026-11-21.csv */
export function fileNameOf(search: Search): string {
  if (search.by === 'transactionId') return `sim-activity-transaction-${search.transactionId}.csv`
  return `sim-activity-${search.simId}-${daysInFileName(search)}.csv`
}
