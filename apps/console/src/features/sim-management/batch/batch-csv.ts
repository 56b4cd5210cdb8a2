import type { Batch } from '@support-console/contract'
import { csvText } from '../../../ui/csv.ts'
import { sayTime } from '../../../ui/local-time.ts'

const headings = [
  'ICCID',
  'Status',
  'Carrier',
  'Company',
  'AskedAt',
  'SettledAt',
  'TransactionID',
  'SubTransId',
]

/** The rows of a batch as a file (D22); times are local. */
export const batchCsv = ({ rows, transactionId }: Batch): string =>
  csvText([
    headings,
    ...rows.map((row) => [
      row.iccid,
      row.status,
      row.carrierName ?? '',
      row.companyName ?? '',
      row.askedAt ? sayTime(row.askedAt) : '',
      row.settledAt ? sayTime(row.settledAt) : '',
      transactionId,
      row.subTransactionId,
    ]),
  ])

/** batch-2026-11-21-1358-79e8af3e.csv */
export const batchFileName = ({ createdAt, batchId }: Batch): string =>
  `batch-${sayTime(createdAt).slice(0, 16).replace(' ', '-').replace(':', '')}-${batchId.slice(0, 8)}.csv`
